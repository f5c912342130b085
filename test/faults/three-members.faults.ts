// Three members: another one becomes primary while the last one is away, and what the majority has is not lost.

import { historiesOnMongodb } from './on-mongodb.ts';

historiesOnMongodb('three', 'MongoDB with three members, and JetStream');
