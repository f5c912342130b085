// Work on images and documents, which runs apart from the service: somebody else's file is opened by libraries that may
// hang, take all memory or die, and then only that one request fails. Each task has a question and an answer of its own;
// a failure is a code, never a text that could hold what was sent.

import type { ReadDocument } from '../../core/documents/page-text.ts';
import type { QualityFigures } from '../../core/documents/quality.ts';
import type { FacePicture } from '../../core/faces/face.ts';

/** What was sent is not what the field takes: the request is refused at that field. */
type FileFault = 'file_empty' | 'file_type_unknown' | 'file_damaged';

export type ImagingFailure =
  | FileFault
  /** More pixels than are opened: a bomb, or a picture to be sent smaller. */
  | 'image_too_large'
  | 'pdf_too_long'
  | 'pdf_locked'
  | 'imaging_timeout'
  | 'imaging_memory'
  /** The process died of it, or the task threw. */
  | 'imaging_failed'
  /** Too many are waiting. */
  | 'imaging_busy';

export type ImagingResult<Answer> =
  | { readonly outcome: 'done'; readonly answer: Answer }
  | { readonly outcome: 'failed'; readonly code: ImagingFailure };

/** What is asked and answered under each name, both of what a message between processes can carry. */
export type TaskShapes = Readonly<Record<string, { readonly ask: unknown; readonly answer: unknown }>>;

export interface Imaging<Tasks extends TaskShapes = ImagingTasks> {
  /** One after another, in the order asked. Never throws: what goes wrong is its outcome. */
  ask<Name extends keyof Tasks & string>(
    name: Name,
    ask: Tasks[Name]['ask'],
  ): Promise<ImagingResult<Tasks[Name]['answer']>>;
}

/** The tasks there are; a type, so that it has an index of its own names alone. */
export type ImagingTasks = {
  readonly measure: { readonly ask: { readonly bytes: Uint8Array }; readonly answer: QualityFigures };
  /** Text of an image or, by its first bytes, of a PDF. */
  readonly read: { readonly ask: { readonly bytes: Uint8Array }; readonly answer: ReadDocument };
  /** Faces of an image, with what they are compared by. */
  readonly faces: { readonly ask: { readonly bytes: Uint8Array }; readonly answer: FacePicture };
};
