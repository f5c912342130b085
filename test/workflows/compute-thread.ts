// The compute thread of the tests. It keeps nothing from one task to the next, so that all tests of a process have the
// same one: it is started and compiles its code once. Nobody waits for it, so that it is not closed either.

import { startThreads } from '../../src/adapters/threads/compute.ts';

export const computeThread = startThreads(1);
