// What is chosen for a whole call of the suite: the seed from which all its random numbers come, and whether all of it
// is run or the short selection. main.ts gives both on.

export const SEED = 'TIEOUT_FAULTS_SEED';
export const SHORT = 'TIEOUT_FAULTS_SHORT';

export const freshSeed = (): number => Date.now() % 1_000_000;

const given = process.env[SEED];

export const chosen = {
  seed: given === undefined ? freshSeed() : Number(given),
  short: process.env[SHORT] === '1',
};
