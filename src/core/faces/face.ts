// A face found in a picture: position, confidence, mesh and descriptor. It belongs to one request and is neither stored
// nor logged.

import type { QualityFigures } from '../documents/quality.ts';

/** Pixels of the upright picture. */
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
  /** The 468 points of MediaPipe's face mesh: x, y, z of each, in pixels. */
  readonly mesh: Float32Array;
  /** Values by which faces are compared. */
  readonly descriptor: Float32Array;
  /** Measured on the face only. */
  readonly quality: QualityFigures;
}

export interface FacePicture {
  /** Measured on the whole picture. */
  readonly quality: QualityFigures;
  /** Largest first. */
  readonly faces: readonly FoundFace[];
}
