// A face as it was found in a picture: where, how surely, its mesh and its descriptor. All of it is of one request: nothing
// here is stored or logged.

import type { QualityFigures } from '../documents/quality.ts';

/** In pixels of the picture as it is to be looked at. */
export interface FaceBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface FoundFace {
  readonly box: FaceBox;
  /** 0 to 1. */
  readonly confidence: number;
  /** Points of MediaPipe's face mesh, 468 of them: x, y, z of each, in pixels. */
  readonly mesh: Float32Array;
  /** What faces are compared by. */
  readonly descriptor: Float32Array;
  /** Measured on the face alone. */
  readonly quality: QualityFigures;
}

export interface FacePicture {
  /** Measured on the whole picture. */
  readonly quality: QualityFigures;
  /** The largest first. */
  readonly faces: readonly FoundFace[];
}
