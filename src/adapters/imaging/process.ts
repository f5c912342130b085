// The entry of the imaging process: its table of tasks. A new task needs a line here, a module beside, and its request
// and answer in the port.

import type { ImagingTasks } from '../../ports/verification/imaging.ts';
import { serveTasks } from './serve-tasks.ts';

serveTasks<ImagingTasks>({
  read: async () => (await import('./reading/read.ts')).read,
  faces: async () => (await import('./faces/find-faces.ts')).findFaces,
  measure: async () => (await import('./measure.ts')).measure,
});
