# The image of Tieout: Node, the packages that run it and the source, which Node runs as it is. The last stage has no
# shell, no package manager and no root; it writes to /data (the embedded store, when no MONGODB_URI is set) and to /tmp
# alone, so that its file system can be read-only. docs/deployment.md says how it is checked and used.

# The version of package.json; its binary is what the last stage runs.
FROM node:24.21.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Of the optional packages some are Node itself, for machines that have an older one.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/.bin/node
RUN mkdir data

FROM gcr.io/distroless/cc-debian13:nonroot
LABEL org.opencontainers.image.title="Tieout" org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build --chown=65532:65532 /app/data /data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY package.json LICENSE ./
COPY gen gen
COPY src src
ENV TIEOUT_HOST=0.0.0.0 TIEOUT_PORT=8080 TIEOUT_DATA_DIR=/data
# Compiled code, kept from thread to thread; where /tmp cannot be written it is done without.
ENV NODE_COMPILE_CACHE=/tmp/tieout
# Of glibc, which else keeps what threads freed (bin/tieout).
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=4194304
USER 65532:65532
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --start-interval=2s --retries=3 \
  CMD ["/usr/local/bin/node", "--disable-warning=ExperimentalWarning", "src/main.ts", "health"]
ENTRYPOINT ["/usr/local/bin/node", "--disable-warning=ExperimentalWarning", "src/main.ts"]
CMD ["serve"]
