import { describe, expect, it } from 'vitest';
import { entryState, isStateWord } from '../../../src/core/reading/cells/entry-states.ts';

describe('what a status cell says', () => {
  it.each([
    'Booked',
    'COMPLETED',
    'Success',
    'Payment Successful',
    'Posted',
    'settled',
    'Approved or completed successfully',
    '00',
    'Umsatz gebucht',
    'Comptabilisé',
    'Unreconciled',
    '',
  ])('%s: booked', (cell) => expect(entryState(cell)).toBe('booked'));
  it.each([
    'Pending',
    'Pending approval',
    'PROCESSING',
    'In progress',
    'Scheduled',
    'On hold',
    'Not posted',
    'Not yet booked',
    'Umsatz vorgemerkt',
    'En attente',
    'Pendiente',
  ])('%s: pending', (cell) => expect(entryState(cell)).toBe('pending'));
  it.each([
    'FAILED',
    'Failed: insufficient funds',
    'Declined',
    'Cancelled',
    'Canceled',
    'Rejected',
    'REVERTED',
    'Unsuccessful',
    'Not successful',
    'Processing error',
    'Expired',
    'Voided',
    'Fehlgeschlagen',
    'Annulé',
  ])('%s: never', (cell) => expect(entryState(cell)).toBe('never'));
  it.each(['Reversed', 'Refunded', 'Returned', 'Authorised', 'XZ', '91', 'Lagos'])('%s: unknown', (cell) =>
    expect(entryState(cell)).toBe('unknown'),
  );
  it('a sentence is no state', () => {
    expect(isStateWord('Umsatz vorgemerkt')).toBe(true);
    expect(isStateWord('TRANSFER TO ADA STORES FOR A FAILED ORDER')).toBe(false);
    expect(isStateWord('00')).toBe(false);
  });
});
