// Says in one sentence what to install when the running Node cannot run the project. npm scripts run on the
// Node 24 that `npm ci` brings for Linux and Windows; elsewhere (macOS) the machine's own must be new enough.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 10)) {
  console.error(
    `Tieout needs Node 24.10 or newer and this is ${process.versions.node}: run \`npm ci\` (Linux and Windows bring their own), or install Node 24 from nodejs.org.`,
  );
  process.exit(1);
}
