// The pose and openings of a face from the points of its mesh: turn and nod of the head, opening of eyes and mouth. All
// are ratios of lengths along the face's own axes, so size, tilt and position in the picture do not change them.

interface Pose {
  /** Degrees; positive to the right of the picture, which is the left of a person before an unmirrored camera. */
  readonly yaw: number;
  /** Degrees; positive upwards. */
  readonly pitch: number;
}

type Point = readonly [x: number, y: number];

/** Indexes into MediaPipe's mesh of 468 points. Left and right are the picture's. */
const AT = {
  ...{ noseTip: 1, forehead: 10, chin: 152, cheekLeft: 234, cheekRight: 454 },
  // Outer corner, inner corner, and three pairs of upper and lower lid.
  eyeLeft: {
    corners: [33, 133],
    lids: [
      [160, 144],
      [159, 145],
      [158, 153],
    ],
  },
  eyeRight: {
    corners: [263, 362],
    lids: [
      [387, 373],
      [386, 374],
      [385, 380],
    ],
  },
  mouth: { corners: [61, 291], lips: [13, 14] },
} as const;

const pointOf = (mesh: Float32Array, at: number): Point => [mesh[3 * at], mesh[3 * at + 1]];
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
const lengthOf = (a: Point): number => Math.hypot(a[0], a[1]);
const between = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const DEGREES = 180 / Math.PI;

/** Distance of the nose's tip in front of the cheeks, in widths of the face. */
const NOSE = 0.55;
/** Height of the nose's tip between forehead and chin, in a head that looks straight ahead. */
const NOSE_HEIGHT = 0.55;
const NOSE_DEPTH = 0.32;

export function poseOf(mesh: Float32Array): Pose {
  const [nose, left, right] = [AT.noseTip, AT.cheekLeft, AT.cheekRight].map((at) => pointOf(mesh, at)) as Point[];
  const [top, bottom] = [pointOf(mesh, AT.forehead), pointOf(mesh, AT.chin)];
  const across = minus(right!, left!);
  const down = minus(bottom, top);
  const width = lengthOf(across);
  const height = lengthOf(down);
  if (width === 0 || height === 0) return { yaw: 90, pitch: 90 };
  const aside = dot(minus(nose!, between(left!, right!)), across) / (width * width);
  const along = dot(minus(nose!, top), down) / (height * height);
  return {
    yaw: Math.atan(aside / NOSE) * DEGREES,
    pitch: Math.atan((NOSE_HEIGHT - along) / NOSE_DEPTH) * DEGREES,
  };
}

/** Opening of the eyes relative to their width, the mean of both: about 0.3 when open, below 0.15 when closed. */
export function eyeOpening(mesh: Float32Array): number {
  const openings = [AT.eyeLeft, AT.eyeRight].map(({ corners, lids }) => {
    const width = lengthOf(minus(pointOf(mesh, corners[0]), pointOf(mesh, corners[1])));
    const heights = lids.map(([upper, lower]) => lengthOf(minus(pointOf(mesh, upper), pointOf(mesh, lower))));
    return width === 0 ? 0 : heights.reduce((sum, one) => sum + one, 0) / heights.length / width;
  });
  return (openings[0] + openings[1]) / 2;
}

/** Opening of the lips relative to the width of the mouth. */
export function mouthOpening(mesh: Float32Array): number {
  const { corners, lips } = AT.mouth;
  const width = lengthOf(minus(pointOf(mesh, corners[0]), pointOf(mesh, corners[1])));
  return width === 0 ? 0 : lengthOf(minus(pointOf(mesh, lips[0]), pointOf(mesh, lips[1]))) / width;
}
