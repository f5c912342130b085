// What is chosen for a whole call of the suite: the seed from which all its random numbers come, and how much of it is
// run. main.ts gives both on.

export const SEED = 'FAULTS_SEED';
export const SHORT = 'FAULTS_SHORT';
export const COUNT = 'FAULTS_COUNT';
/** A file: a line of JSON for each history (table.ts). */
export const TABLE = 'FAULTS_TABLE';

export const freshSeed = (): number => Date.now() % 1_000_000;

const given = process.env[SEED];

export const chosen = {
  seed: given === undefined ? freshSeed() : Number(given),
  short: process.env[SHORT] === '1',
  count: process.env[COUNT] ? Number(process.env[COUNT]) : null,
};
