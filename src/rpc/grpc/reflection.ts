// Server reflection, v1 and v1alpha, over the service's own descriptors: grpcurl and `buf curl` list the methods with
// it, without the protos. Both versions have equal messages. It needs no token, so descriptors are encoded once, and
// streams and bytes are limited over all callers.

import {
  createRegistry,
  type DescFile,
  type DescService,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { Health } from '../../../gen/grpc/health/v1/health_pb.ts';
import {
  ServerReflection,
  type ServerReflectionRequestSchema,
  type ServerReflectionResponseSchema,
} from '../../../gen/grpc/reflection/v1/reflection_pb.ts';
import { ServerReflection as ServerReflectionAlpha } from '../../../gen/grpc/reflection/v1alpha/reflection_pb.ts';
import { MAX_REFLECTION_STREAMS, REFLECTION_BURST_BYTES, REFLECTION_BYTES_PER_S } from '../../core/limits.ts';
import { createAllowance } from '../allowance.ts';
import { once } from '../once.ts';

type Request = MessageShape<typeof ServerReflectionRequestSchema>;
type Response = MessageInitShape<typeof ServerReflectionResponseSchema>;
type Answer = NonNullable<Response['messageResponse']>;

export function addReflection(router: ConnectRouter, services: readonly DescService[]): void {
  const all = [...services, Health, ServerReflection, ServerReflectionAlpha];
  const answer = answerer(all);
  const allows = createAllowance(REFLECTION_BURST_BYTES, REFLECTION_BYTES_PER_S);
  let streams = 0;
  async function* serverReflectionInfo(requests: AsyncIterable<Request>): AsyncIterable<Response> {
    if (streams >= MAX_REFLECTION_STREAMS) throw tooOften();
    streams++;
    try {
      for await (const request of requests) {
        const messageResponse = answer(request.messageRequest);
        if (!allows(bytesOf(request) + bytesIn(messageResponse))) throw tooOften();
        yield { validHost: request.host, originalRequest: request, messageResponse };
      }
    } finally {
      streams--;
    }
  }
  router.service(ServerReflection, { serverReflectionInfo });
  // The generated types differ only by name.
  router.service(ServerReflectionAlpha, { serverReflectionInfo } as never);
}

const tooOften = () => new ConnectError('reflection is asked too often: ask again later', Code.ResourceExhausted);

/** Cost of the smallest question: reading it, and the names in its answer. */
const QUESTION_BYTES = 4_096;

/** The answer repeats the question. */
const bytesOf = ({ host, messageRequest: { value } }: Request): number =>
  QUESTION_BYTES + host.length + (typeof value === 'string' ? value.length : 0);

function bytesIn(answer: Answer): number {
  if (answer.case !== 'fileDescriptorResponse') return 0;
  return (answer.value.fileDescriptorProto ?? []).reduce((sum, bytes) => sum + bytes.length, 0);
}

function answerer(services: readonly DescService[]): (asked: Request['messageRequest']) => Answer {
  const files = withDependencies(services.map(({ file }) => file));
  const registry = createRegistry(...files.values());
  return (asked) => {
    switch (asked.case) {
      case 'listServices':
        return {
          case: 'listServicesResponse',
          value: { service: services.map(({ typeName }) => ({ name: typeName })) },
        };
      case 'fileByFilename':
        return fileAnswer(files.get(asked.value));
      case 'fileContainingSymbol':
        return fileAnswer(fileOfSymbol(asked.value));
      case 'fileContainingExtension': {
        const { containingType, extensionNumber } = asked.value;
        return fileAnswer(extensionsOf(containingType).find(({ number }) => number === extensionNumber)?.file);
      }
      case 'allExtensionNumbersOfType':
        return {
          case: 'allExtensionNumbersResponse',
          value: { baseTypeName: asked.value, extensionNumber: extensionsOf(asked.value).map(({ number }) => number) },
        };
      default:
        return failure(Code.InvalidArgument, 'nothing is asked');
    }
  };

  /** A symbol is a type or a service, or a field, value or method in one. */
  function fileOfSymbol(symbol: string): DescFile | undefined {
    const outer = symbol.slice(0, Math.max(0, symbol.lastIndexOf('.')));
    return (registry.get(symbol) ?? registry.get(outer))?.file;
  }

  function extensionsOf(typeName: string) {
    return [...registry]
      .filter((desc) => desc.kind === 'extension')
      .filter((one) => one.extendee.typeName === typeName);
  }

  /** The file and all its imports, so that one question is enough. */
  function fileAnswer(file: DescFile | undefined): Answer {
    if (!file) return failure(Code.NotFound, 'there is no such file or symbol');
    return {
      case: 'fileDescriptorResponse',
      value: { fileDescriptorProto: [...withDependencies([file]).values()].map(written) },
    };
  }
}

const failure = (errorCode: Code, errorMessage: string): Answer => ({
  case: 'errorResponse',
  value: { errorCode, errorMessage },
});

/** A file in protobuf's encoding. */
const written = once((file: DescFile) => toBinary(FileDescriptorProtoSchema, file.proto));

/** Files by the name that others import them by. */
function withDependencies(files: readonly DescFile[], found = new Map<string, DescFile>()): Map<string, DescFile> {
  for (const file of files) {
    if (found.has(file.proto.name)) continue;
    found.set(file.proto.name, file);
    withDependencies(file.dependencies, found);
  }
  return found;
}
