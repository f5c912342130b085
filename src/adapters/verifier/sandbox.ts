// A declared substitute for a provider, for development and tests: made-up people and companies, chosen by the number.
// A number that ends in 0 is in no register, one that ends in 9 fails. Every answer names the sandbox.

import type { CompanyRecord, Found, IdentityRecord, Verifier } from '../../ports/verification/verifier.ts';
import { QOREID } from './http-verifier.ts';

const PEOPLE: readonly IdentityRecord[] = [
  ['Adaeze', 'Ngozi', 'Okonkwo', '1990-04-12', 'female', '+2348031234567'],
  ['Babatunde', null, 'Adewole', '1985-11-30', 'male', '+2348051112222'],
  ['Amina', 'Zainab', 'Bello', '1993-02-28', 'female', '+2348093334444'],
  ['Chinedu', null, 'Eze', '1978-07-07', 'male', '+2347015556666'],
].map(([firstName, middleName, lastName, dateOfBirth, gender, phoneNumber]) => ({
  ...{ firstName: firstName!, middleName: middleName!, lastName: lastName!, dateOfBirth: dateOfBirth! },
  ...{ gender: gender!, phoneNumber: phoneNumber! },
}));

const COMPANIES: readonly CompanyRecord[] = [
  { name: 'Golden Mangrove Trading Limited', status: 'active', directors: ['Adaeze Okonkwo', 'Chinedu Eze'] },
  { name: 'Savannah Grain Mills PLC', status: 'active', directors: ['Amina Bello'] },
  { name: 'Old Harbour Ventures', status: 'inactive', directors: [] },
];

function found<Record>(records: readonly Record[], number: string): Found<Record> {
  const digits = number.replaceAll(/\D/g, '');
  const last = digits.at(-1);
  if (last === undefined || last === '0') return { outcome: 'unknown' };
  if (last === '9') return { outcome: 'failed', code: 'provider_timeout' };
  const sum = Array.from(digits).reduce((total, digit) => total + Number(digit), 0);
  return { outcome: 'found', record: records[sum % records.length] };
}

export const SANDBOX: Verifier = {
  name: 'sandbox',
  identity: async (_kind, number) => found(PEOPLE, number),
  company: async (_kind, number) => found(COMPANIES, number),
  // It examines no picture: it answers by the number that Tieout read itself.
  document: async ({ number }) => {
    const person = found(PEOPLE, number ?? '');
    if (person.outcome !== 'found') return person;
    return { outcome: 'found', record: { ...person.record, overallStatus: 'verified', number, expiry: null } };
  },
  addressStatuses: QOREID.address.statuses,
  address: async ({ reference }) => ({ outcome: 'found', record: { providerReference: `sandbox-${reference}` } }),
};
