// The numbers and sums of entries that a statement states (TxsSummry), beside those that were read.

import { exponentOf, formatMinor } from '../../../../core/money/money.ts';
import { minorOf } from '../../entries/message-amounts.ts';
import type { StatedCheck } from '../../request/stated-check.ts';
import { childOf, firstText, textAt } from '../../xml/element-texts.ts';
import type { XmlElement } from '../../xml/xml-elements.ts';
import type { EntryHead } from './entry-head.ts';

interface Counted {
  count: number;
  size: bigint;
}

const NONE = (): Counted => ({ count: 0, size: 0n });

/** All entries, and those of them that are booked: banks count either. */
const bothOf = () => ({ all: NONE(), booked: NONE() });

export class StatementTotals {
  stated: XmlElement | null = null;
  private readonly in = bothOf();
  private readonly out = bothOf();
  private readonly currencies = new Set<string>();

  add({ minor, isIn, currency, state }: EntryHead): void {
    const of = isIn ? this.in : this.out;
    this.currencies.add(currency);
    for (const one of state === 'booked' ? [of.all, of.booked] : [of.all]) {
      one.count++;
      if (!Number.isNaN(minor)) one.size += BigInt(Math.abs(minor));
    }
  }

  checks(): StatedCheck[] {
    const { stated } = this;
    if (stated === null) return [];
    const all = childOf(stated, 'TtlNtries');
    const [credits, debits] = [childOf(stated, 'TtlCdtNtries'), childOf(stated, 'TtlDbtNtries')];
    const sumOf = (of: 'all' | 'booked') => ({
      count: this.in[of].count + this.out[of].count,
      size: this.in[of].size + this.out[of].size,
      net: this.in[of].size - this.out[of].size,
    });
    return [
      ...this.checked(all, 'entries', sumOf('all'), sumOf('booked')),
      ...this.checked(credits, 'credits', this.in.all, this.in.booked),
      ...this.checked(debits, 'debits', this.out.all, this.out.booked),
    ];
  }

  private checked(
    stated: XmlElement | undefined,
    what: string,
    all: Counted & { net?: bigint },
    booked: Counted & { net?: bigint },
  ): StatedCheck[] {
    if (stated === undefined) return [];
    const { line } = stated;
    const checks: StatedCheck[] = [];
    const compare = (name: string, figure: string | null, of: (one: typeof all) => string) => {
      if (figure === null) return;
      const read = figure === of(booked) ? of(booked) : of(all);
      checks.push({ what: `the ${name} of ${what}`, line, stated: figure, read });
    };
    const number = textAt(stated, 'NbOfNtries');
    compare('number', /^\d+$/.test(number) ? String(Number(number)) : null, ({ count }) => String(count));
    // Sums name no currency.
    if (this.currencies.size !== 1) return checks;
    const exponent = exponentOf([...this.currencies][0]);
    const money = (text: string): string | null => {
      const minor = minorOf(text, exponent);
      return Number.isNaN(minor) ? null : formatMinor(minor, exponent);
    };
    compare('sum', money(textAt(stated, 'Sum')), ({ size }) => formatMinor(size, exponent));
    const net = money(firstText(textAt(stated, 'TtlNetNtryAmt'), textAt(stated, 'TtlNetNtry', 'Amt')));
    const isOut = firstText(textAt(stated, 'TtlNetNtry', 'CdtDbtInd'), textAt(stated, 'CdtDbtInd')) === 'DBIT';
    const signed = net !== null && isOut && !/^[-0.]+$/.test(net) ? `-${net}` : net;
    if (what === 'entries') compare('net sum', signed, ({ net: read = 0n }) => formatMinor(read, exponent));
    return checks;
  }
}
