import { describe } from 'vitest';
import { openNatsBus } from '../../../src/adapters/bus-nats/bus.ts';
import { busContract } from '../../contracts/bus-contract.ts';
import { isMissing, keepLog, settingsOf, whyNot } from './nats-under-test.ts';

describe.skipIf(isMissing)(`on NATS${whyNot}`, () => {
  busContract('NATS', async () => {
    const settings = settingsOf();
    const [bus, other] = [await openNatsBus(settings, keepLog()), await openNatsBus(settings, keepLog())];
    return {
      bus,
      other,
      async dispose() {
        await bus.close();
        await other.close();
      },
    };
  });
});
