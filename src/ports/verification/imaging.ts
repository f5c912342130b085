// Work on images and documents, done outside the service's process: libraries that open foreign files may hang, take
// all memory or die, and then only that one request fails. Each task has its own question and answer. A failure is a
// code, never a text that could contain what was sent.

import type { ReadDocument } from '../../core/documents/page-text.ts';
import type { QualityFigures } from '../../core/documents/quality.ts';
import type { FacePicture } from '../../core/faces/face.ts';

/** The sent file is not what the field takes: the request is refused at that field. */
type FileFault = 'file_empty' | 'file_type_unknown' | 'file_damaged';

export type ImagingFailure =
  | FileFault
  /** More pixels than are opened: a decompression bomb, or a picture that must be sent smaller. */
  | 'image_too_large'
  | 'pdf_too_long'
  | 'pdf_locked'
  /** The work exceeded the budget of one picture or document. */
  | 'unreadable'
  | 'imaging_memory'
  /** The task threw, or its process died. */
  | 'imaging_failed'
  /** Too many tasks are waiting. */
  | 'imaging_busy';

export type ImagingResult<Answer> =
  | { readonly outcome: 'done'; readonly answer: Answer }
  | { readonly outcome: 'failed'; readonly code: ImagingFailure };

/** Question and answer of each task, both plain enough for a message between processes. */
export type TaskShapes = Readonly<Record<string, { readonly ask: unknown; readonly answer: unknown }>>;

export interface Imaging<Tasks extends TaskShapes = ImagingTasks> {
  /**
   * A few tasks are done at once, and of one lane only so many. Never throws: a failure is an outcome.
   * `lane`: the tenant; empty if the request names none.
   */
  ask<Name extends keyof Tasks & string>(
    name: Name,
    ask: Tasks[Name]['ask'],
    lane: string,
  ): Promise<ImagingResult<Tasks[Name]['answer']>>;
}

/** All tasks. It is a type and not an interface, so that it has an index of only its own names. */
export type ImagingTasks = {
  readonly measure: { readonly ask: { readonly bytes: Uint8Array }; readonly answer: QualityFigures };
  /** Text of an image or, by its first bytes, of a PDF. */
  readonly read: { readonly ask: { readonly bytes: Uint8Array }; readonly answer: ReadDocument };
  /** Faces of an image, with the values by which they are compared. */
  readonly faces: { readonly ask: { readonly bytes: Uint8Array }; readonly answer: FacePicture };
};
