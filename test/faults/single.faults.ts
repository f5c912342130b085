// One member, which is a replica set of its own: while it is away nothing can be written.

import { historiesOnMongodb } from './on-mongodb.ts';

historiesOnMongodb('single', 'MongoDB with one member, and JetStream');
