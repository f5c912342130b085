// A liveness challenge on the geometry of made-up heads: the same movements count at every size, tilt and place of the
// face in the picture, in the order that was asked for, of one person.

import { expect, test } from 'vitest';
import { type Action, drawActions, type Frame, judgeChallenge } from '../../../src/core/faces/challenge.ts';
import type { FoundFace } from '../../../src/core/faces/face.ts';
import { eyeOpening, mouthOpening, poseOf } from '../../../src/core/faces/mesh-geometry.ts';

interface Head {
  readonly yaw?: number;
  readonly pitch?: number;
  readonly roll?: number;
  /** Height of the open eye in widths of the face. */
  readonly eyes?: number;
  readonly mouth?: number;
  /** Pixels of the face's width, and where it stands. */
  readonly size?: number;
  readonly at?: readonly [number, number];
}

const RAD = Math.PI / 180;

/** A head of width 1: x to the right of the picture, y down, z towards the camera. */
function meshOf({ yaw = 0, pitch = 0, roll = 0, eyes = 0.055, mouth = 0.01, size = 200, at = [300, 300] }: Head) {
  const points: Record<number, readonly [number, number, number]> = {
    ...{ 1: [0, 0.05, 0.55], 10: [0, -0.61, 0.2], 152: [0, 0.59, 0.2], 234: [-0.5, 0, 0], 454: [0.5, 0, 0] },
    ...{ 33: [-0.32, -0.15, 0.3], 133: [-0.12, -0.15, 0.36], 362: [0.12, -0.15, 0.36], 263: [0.32, -0.15, 0.3] },
    ...{ 61: [-0.2, 0.32, 0.38], 291: [0.2, 0.32, 0.38], 13: [0, 0.32 - mouth, 0.45], 14: [0, 0.32 + mouth, 0.45] },
  };
  const lids = [
    [160, 144, -0.27],
    [159, 145, -0.22],
    [158, 153, -0.17],
    [385, 380, 0.17],
    [386, 374, 0.22],
    [387, 373, 0.27],
  ] as const;
  for (const [upper, lower, x] of lids) {
    points[upper] = [x, -0.15 - eyes / 2, 0.36];
    points[lower] = [x, -0.15 + eyes / 2, 0.36];
  }
  const mesh = new Float32Array(3 * 468);
  for (const [place, [x, y, z]] of Object.entries(points)) {
    // Turned, then nodded, then tilted.
    const [x1, z1] = [
      x * Math.cos(yaw * RAD) + z * Math.sin(yaw * RAD),
      z * Math.cos(yaw * RAD) - x * Math.sin(yaw * RAD),
    ];
    const [y1, z2] = [
      y * Math.cos(pitch * RAD) - z1 * Math.sin(pitch * RAD),
      z1 * Math.cos(pitch * RAD) + y * Math.sin(pitch * RAD),
    ];
    const [x2, y2] = [
      x1 * Math.cos(roll * RAD) - y1 * Math.sin(roll * RAD),
      x1 * Math.sin(roll * RAD) + y1 * Math.cos(roll * RAD),
    ];
    mesh.set([at[0] + size * x2, at[1] + size * y2, size * z2], 3 * Number(place));
  }
  return mesh;
}

const ADA = new Float32Array(1_024).fill(0.1);
const OBI = new Float32Array(1_024).fill(0.5);

function frame(tMs: number, head: Head, descriptor = ADA): Frame {
  const quality = { width: 200, height: 200, sharpness: 0.1, brightness: 0.5, contrast: 0.4, glare: 0 };
  const box = { left: 0, top: 0, width: 200, height: 200 };
  const face: FoundFace = { box, confidence: 0.9, mesh: meshOf(head), descriptor, quality };
  return { tMs, face };
}

const SIZES = [45, 120, 400, 2_400];

test.each(SIZES)('pose, eyes and mouth of a face of %i pixels are those of any other', (size) => {
  for (const roll of [-20, 0, 15]) {
    const seen = { size, roll, at: [size * 2, size * 3] } as const;
    expect(poseOf(meshOf({ ...seen, yaw: 0, pitch: 0 })).yaw).toBeCloseTo(0, 1);
    for (const yaw of [-40, -20, 25]) {
      const found = poseOf(meshOf({ ...seen, yaw })).yaw;
      expect(Math.abs(found - yaw)).toBeLessThan(6);
    }
    const [up, down] = [20, -20].map((pitch) => poseOf(meshOf({ ...seen, pitch })).pitch);
    expect([up! > 10, down! < -10]).toEqual([true, true]);
    expect(eyeOpening(meshOf(seen))).toBeCloseTo(0.27, 1);
    expect(mouthOpening(meshOf({ ...seen, mouth: 0.1 }))).toBeCloseTo(0.5, 1);
  }
});

const SHOWN: Readonly<Record<Action, readonly Head[]>> = {
  turn_left: [{ yaw: 30 }],
  turn_right: [{ yaw: -30 }],
  look_up: [{ pitch: 22 }],
  look_down: [{ pitch: -22 }],
  blink: [{ eyes: 0.01 }, {}],
  open_mouth: [{ mouth: 0.1 }],
};

const film = (actions: readonly Action[], look: Head = {}): Frame[] =>
  [{}, {}, ...actions.flatMap((action) => [...SHOWN[action], {}])].map((head, at) =>
    frame(200 * at, { ...look, ...head }),
  );

const seenOf = (asked: readonly Action[], frames: readonly Frame[]) =>
  judgeChallenge(asked, frames).actions.map(({ atMs }) => atMs !== null);

test.each(SIZES)('each action is seen in its turn, by a face of %i pixels', (size) => {
  for (const asked of [
    ['turn_left', 'blink', 'look_up'],
    ['open_mouth', 'look_down', 'turn_right'],
  ] as const) {
    for (const roll of [-12, 0, 12]) {
      expect(judgeChallenge(asked, film(asked, { size, roll }))).toMatchObject({ isSamePerson: true });
      expect(seenOf(asked, film(asked, { size, roll }))).toEqual([true, true, true]);
    }
  }
});

test('an action that was not done, or not in its turn, is not seen', () => {
  const asked: Action[] = ['turn_left', 'blink', 'look_up'];
  expect(seenOf(asked, film(['blink', 'turn_left']))).toEqual([true, false, false]);
  expect(seenOf(['turn_left'], film(['turn_right']))).toEqual([false]);
  expect(seenOf(asked, film([]))).toEqual([false, false, false]);
  // A picture that is brought nearer and tilted does nothing.
  const held = SIZES.map((size, at) => frame(200 * at, { size, roll: 5 * at }));
  for (const action of Object.keys(SHOWN) as Action[]) expect(seenOf([action], held)).toEqual([false]);
  expect(seenOf(asked, [])).toEqual([false, false, false]);
  expect(judgeChallenge(asked, [frame(0, {})]).isSamePerson).toBeNull();
});

test('somebody who is exchanged on the way is seen to be another', () => {
  const frames = film(['turn_left', 'blink']);
  const half = frames.map((one, at) => (at > 3 ? { ...one, face: { ...one.face!, descriptor: OBI } } : one));
  expect(judgeChallenge(['turn_left'], half).isSamePerson).toBe(false);
  expect(judgeChallenge(['turn_left'], [...frames, { tMs: 9_000, face: null }]).isSamePerson).toBe(true);
});

test('actions are drawn without one twice', () => {
  expect(drawActions(() => 0)).toEqual(['turn_left', 'turn_right', 'look_up']);
  for (let seed = 0; seed < 50; seed++) {
    let state = seed;
    const drawn = drawActions((of) => (state = (state * 7 + 3) % 1_009) % of);
    expect(new Set(drawn).size).toBe(3);
  }
});
