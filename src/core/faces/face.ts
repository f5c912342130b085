// A face found in a picture: its place, confidence, mesh and descriptor. It belongs to one request: nothing here is
// stored or logged.

import type { QualityFigures } from '../documents/quality.ts';

/** In pixels of the upright picture. */
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
  /** The values by which faces are compared. */
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
