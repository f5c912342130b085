// Server reflection, v1 and v1alpha, over the descriptors that the service has anyway: grpcurl and `buf curl` ask it
// what there is to call, so that nobody needs the protos. Both versions have the same messages.

import {
  createRegistry,
  type DescFile,
  type DescService,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, type ConnectRouter } from '@connectrpc/connect';
import { Health } from '../../../gen/grpc/health/v1/health_pb.ts';
import {
  ServerReflection,
  type ServerReflectionRequestSchema,
  type ServerReflectionResponseSchema,
} from '../../../gen/grpc/reflection/v1/reflection_pb.ts';
import { ServerReflection as ServerReflectionAlpha } from '../../../gen/grpc/reflection/v1alpha/reflection_pb.ts';

type Request = MessageShape<typeof ServerReflectionRequestSchema>;
type Response = MessageInitShape<typeof ServerReflectionResponseSchema>;
type Answer = NonNullable<Response['messageResponse']>;

export function addReflection(router: ConnectRouter, services: readonly DescService[]): void {
  const all = [...services, Health, ServerReflection, ServerReflectionAlpha];
  const answer = answerer(all);
  async function* serverReflectionInfo(requests: AsyncIterable<Request>): AsyncIterable<Response> {
    for await (const request of requests) {
      yield { validHost: request.host, originalRequest: request, messageResponse: answer(request.messageRequest) };
    }
  }
  router.service(ServerReflection, { serverReflectionInfo });
  // The generated types differ by their names only.
  router.service(ServerReflectionAlpha, { serverReflectionInfo } as never);
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

  /** The file and everything it imports, so that one question is enough. */
  function fileAnswer(file: DescFile | undefined): Answer {
    if (!file) return failure(Code.NotFound, 'there is no such file or symbol');
    const bytes = [...withDependencies([file]).values()].map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto));
    return { case: 'fileDescriptorResponse', value: { fileDescriptorProto: bytes } };
  }
}

const failure = (errorCode: Code, errorMessage: string): Answer => ({
  case: 'errorResponse',
  value: { errorCode, errorMessage },
});

/** By the name that others import it by. */
function withDependencies(files: readonly DescFile[], found = new Map<string, DescFile>()): Map<string, DescFile> {
  for (const file of files) {
    if (found.has(file.proto.name)) continue;
    found.set(file.proto.name, file);
    withDependencies(file.dependencies, found);
  }
  return found;
}
