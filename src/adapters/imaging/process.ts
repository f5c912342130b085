// What the imaging process runs: the table of its tasks. A new one is a line here, its module beside, and its question and
// answer in the port.

import type { ImagingTasks } from '../../ports/verification/imaging.ts';
import { serveTasks } from './serve-tasks.ts';

serveTasks<ImagingTasks>({
  read: async () => (await import('./reading/read.ts')).read,
  faces: async () => (await import('./faces/find-faces.ts')).findFaces,
  measure: async () => (await import('./measure.ts')).measure,
});
