// An active liveness challenge: what a person must do before a camera, and whether the frames show it, in that order.
// Every measure is relative to the same face at rest, so glasses, narrow eyes or a low camera do not count as an
// action. A still picture shows no action. A film of the right actions in the right order would pass, so the order is
// drawn at random and valid for two minutes.

import { ALIKE, compareFaces } from './compare-faces.ts';
import type { FoundFace } from './face.ts';
import { eyeOpening, mouthOpening, poseOf } from './mesh-geometry.ts';

export type Action = 'turn_left' | 'turn_right' | 'look_up' | 'look_down' | 'blink' | 'open_mouth';

export const ACTIONS: readonly Action[] = ['turn_left', 'turn_right', 'look_up', 'look_down', 'blink', 'open_mouth'];

/** Number of different actions in a challenge, which makes 120 orders. */
const ACTIONS_ASKED = 3;

/** Different actions in random order. `draw(of)`: a random whole number, 0 <= n < of. */
export function drawActions(draw: (of: number) => number): Action[] {
  const left = [...ACTIONS];
  return Array.from({ length: ACTIONS_ASKED }, () => left.splice(draw(left.length), 1)[0]);
}

export interface Frame {
  readonly tMs: number;
  /** Null if no face could be judged. */
  readonly face: FoundFace | null;
}

interface SeenAction {
  readonly action: Action;
  /** Null if the action was not seen. */
  readonly atMs: number | null;
}

interface JudgedChallenge {
  readonly actions: readonly SeenAction[];
  /** Null if there are too few faces to decide. */
  readonly isSamePerson: boolean | null;
}

/** Degrees of turning from rest; people move less involuntarily. */
const TURN = 18;
const NOD = 12;
/** An eye is closed below this share of its opening at rest. */
const CLOSED = 0.55;
const REOPENED = 0.8;
/** Additional opening of the mouth, as a share of its width. */
const OPENED = 0.25;
/** Largest angle, in degrees, of a head that looks straight ahead. */
const STRAIGHT = 15;

interface Measured {
  readonly tMs: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly eyes: number;
  readonly mouth: number;
}

/** `frames`: in the order of time. */
export function judgeChallenge(asked: readonly Action[], frames: readonly Frame[]): JudgedChallenge {
  const faces = frames.flatMap(({ tMs, face }) => (face === null ? [] : [{ tMs, face }]));
  const measured = faces.map(({ tMs, face: { mesh } }): Measured => {
    return { tMs, ...poseOf(mesh), eyes: eyeOpening(mesh), mouth: mouthOpening(mesh) };
  });
  const rest = restOf(measured);
  const actions: SeenAction[] = [];
  let from = 0;
  for (const action of asked) {
    const at = rest === null ? -1 : firstOf(action, { measured, rest, from });
    actions.push({ action, atMs: at < 0 ? null : measured[at].tMs });
    // One frame counts for one action. Actions after a missed one are still looked for.
    if (at >= 0) from = at + 1;
  }
  return { actions, isSamePerson: samePerson(faces.map(({ face }) => face)) };
}

/** The face at rest: the median of each measure over the first three frames that look straight ahead. */
function restOf(measured: readonly Measured[]): Measured | null {
  const straight = measured.filter(({ yaw, pitch }) => Math.abs(yaw) < STRAIGHT && Math.abs(pitch) < 2 * STRAIGHT);
  const some = straight.slice(0, 3);
  if (some.length === 0) return null;
  const middle = (of: (one: Measured) => number): number =>
    some.map(of).sort((a, b) => a - b)[Math.floor((some.length - 1) / 2)];
  return {
    ...{ tMs: some[0].tMs, yaw: middle(({ yaw }) => yaw), pitch: middle(({ pitch }) => pitch) },
    // A frame with closed eyes or an open mouth is not at rest.
    ...{ eyes: Math.max(...some.map(({ eyes }) => eyes)), mouth: Math.min(...some.map(({ mouth }) => mouth)) },
  };
}

interface Looked {
  readonly measured: readonly Measured[];
  readonly rest: Measured;
  /** First frame that may show the action. */
  readonly from: number;
}

/** Index of the frame that shows the action, -1 for none. A blink counts once the eyes are open again. */
function firstOf(action: Action, { measured, rest, from }: Looked): number {
  if (action !== 'blink') return measured.findIndex((one, at) => at >= from && shows(action, one, rest));
  const closed = measured.findIndex(({ eyes }, at) => at >= from && eyes < CLOSED * rest.eyes);
  if (closed < 0) return -1;
  return measured.findIndex(({ eyes }, at) => at > closed && eyes > REOPENED * rest.eyes);
}

/** Left and right are the person's, for a camera that does not mirror. */
function shows(action: Exclude<Action, 'blink'>, one: Measured, rest: Measured): boolean {
  switch (action) {
    case 'turn_left':
      return one.yaw - rest.yaw > TURN;
    case 'turn_right':
      return rest.yaw - one.yaw > TURN;
    case 'look_up':
      return one.pitch - rest.pitch > NOD;
    case 'look_down':
      return rest.pitch - one.pitch > NOD;
    case 'open_mouth':
      return one.mouth - rest.mouth > OPENED;
  }
}

/** Compares every face with the first and with the one before: an exchanged person differs from one of them. */
function samePerson(faces: readonly FoundFace[]): boolean | null {
  if (faces.length < 2) return null;
  const [first] = faces;
  return faces.slice(1).every((face, at) => {
    const before = faces[at];
    return [first!, before].some((other) => compareFaces(face.descriptor, other.descriptor).similarity >= ALIKE);
  });
}
