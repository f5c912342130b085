// The file of feeds: which files come by themselves, from where, when, and what to do with them.

import type { Node } from 'yaml';
import type { Feed, FeedRun, FeedSide } from '../../core/arrivals/feed.ts';
import { namePattern } from '../../core/arrivals/name-pattern.ts';
import { EVERY_DAY, type WorkingDays } from '../../core/arrivals/working-days.ts';
import { parseDay } from '../../core/money/calendar.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { parseYaml, type YamlReader } from '../yaml/yaml-reader.ts';
import { type Place, shownPlace } from './place.ts';
import { ALL_NAMES, readPlace } from './read-place.ts';
import { SPAN, SPAN_ACCEPTS, spanOf } from './span.ts';

export interface ListedFeed {
  readonly feed: Feed;
  readonly places: Readonly<Partial<Record<Side, Place>>>;
}

const ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const ID_ACCEPTS = 'up to 64 of a-z, 0-9, dash and underscore';
const LABEL = /^[^\p{C}]{1,256}$/u;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const TIME_ACCEPTS = 'a time of the day, "09:30"';
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const DAY_OF_WEEK = new RegExp(`^(${WEEKDAYS.join('|')})$`);
const FEED_FIELDS = [
  ...(['id', 'tenant', 'partner', 'account', 'customer_type', 'calendar', 'since', 'expected_by'] as const),
  ...(['look_every', 'look_between', 'settle', 'run', 'gl', 'bank'] as const),
];
type FeedField = (typeof FEED_FIELDS)[number];
const SIDE_FIELDS = ['names', 'folder', 'done', 'sftp', 'rows'] as const;

/** Throws usage with the file's name and the line of the first mistake. */
export function readFeeds(text: string, file: string): readonly ListedFeed[] {
  const { root, reader: yaml } = parseYaml(text, file);
  const whole = yaml.members(root, 0, ['calendars', 'feeds']);
  const calendars = readCalendars(yaml, whole.get('calendars'));
  const list = yaml.list(whole.get('feeds') ?? null, root, 'feeds');
  const ids = new Set<string>();
  return list.items.map((item) => {
    const listed = readFeed(yaml, item as Node, calendars);
    const { id } = listed.feed;
    if (ids.has(id)) yaml.fail(item as Node, `the id ${id} is given twice.`);
    ids.add(id);
    return listed;
  });
}

function readCalendars(yaml: YamlReader, node: Node | undefined): ReadonlyMap<string, WorkingDays> {
  const calendars = new Map<string, WorkingDays>();
  if (node === undefined) return calendars;
  for (const { name, key, value } of yaml.named(node, 'calendars')) {
    if (!ID.test(name)) yaml.fail(key, `the name of a calendar must be ${ID_ACCEPTS}.`);
    const fields = yaml.members(value, value, ['weekend', 'holidays']);
    const [weekend, holidays] = [fields.get('weekend'), fields.get('holidays')];
    const free =
      weekend === undefined ? [] : yaml.texts(weekend, 'weekend', DAY_OF_WEEK, `a list of ${WEEKDAYS.join(', ')}`);
    if (new Set(free).size === WEEKDAYS.length) yaml.fail(weekend!, 'a week has at least one working day.');
    calendars.set(name, {
      weekend: new Set(free.map((day) => WEEKDAYS.indexOf(day))),
      holidays: new Set(holidays === undefined ? [] : daysOf(yaml, holidays, 'holidays')),
    });
  }
  return calendars;
}

const NAMES_ACCEPTS = 'a pattern such as "*.csv" or "stmt-{yyyymmdd}.sta", without a slash';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function daysOf(yaml: YamlReader, node: Node, field: string): number[] {
  return yaml.texts(node, field, DAY, 'a list of days, YYYY-MM-DD').map((text) => {
    return parseDay(text) ?? yaml.fail(node, `${field} has ${text}, a day that does not exist.`);
  });
}

function readFeed(yaml: YamlReader, node: Node, calendars: ReadonlyMap<string, WorkingDays>): ListedFeed {
  const fields = yaml.members<FeedField>(node, node, FEED_FIELDS);
  const given = (field: FeedField): Node => fields.get(field) ?? yaml.fail(node, `the feed has no ${field}.`);
  const text = (field: FeedField, pattern: RegExp, accepts: string): string =>
    yaml.text(given(field), field, pattern, accepts);
  const orElse = (field: FeedField, standard: string, pattern: RegExp, accepts: string): string =>
    fields.has(field) ? text(field, pattern, accepts) : standard;
  const label = (field: FeedField) => text(field, LABEL, 'a text of up to 256 characters');
  const calendar = fields.get('calendar');
  const named = calendar === undefined ? null : yaml.text(calendar, 'calendar', ID, ID_ACCEPTS);
  const workingDays = named === null ? EVERY_DAY : calendars.get(named);
  if (workingDays === undefined) yaml.fail(calendar!, `there is no calendar ${named}.`);
  const since = text('since', DAY, 'a day, YYYY-MM-DD');
  const sides = SIDES.flatMap((side) => {
    const ofSide = fields.get(side);
    return ofSide === undefined ? [] : [[side, readSide(yaml, ofSide)] as const];
  });
  if (sides.length === 0) yaml.fail(node, 'the feed has neither gl nor bank.');
  const run = orElse('run', 'together', /^(together|each)$/, 'together or each') as FeedRun;
  const between = fields.get('look_between');
  return {
    feed: {
      id: text('id', ID, ID_ACCEPTS),
      ...{ tenant: label('tenant'), partner: label('partner') },
      account: fields.has('account') ? label('account') : null,
      customerType: orElse(
        ...(['customer_type', 'mfb', /^(mfb|payment_provider|lender)$/, 'mfb, payment_provider or lender'] as const),
      ),
      workingDays: workingDays!,
      since: parseDay(since) ?? yaml.fail(given('since'), `${since} is a day that does not exist.`),
      expectedBy: fields.has('expected_by') ? minuteOf(text('expected_by', TIME, TIME_ACCEPTS)) : null,
      run,
      lookEveryMs: spanOf(orElse('look_every', '5m', SPAN, SPAN_ACCEPTS)),
      settleMs: spanOf(orElse('settle', '60s', SPAN, SPAN_ACCEPTS)),
      between: between === undefined ? [0, 1_439] : readBetween(yaml, between),
      sides: Object.fromEntries(sides.map(([side, { ofSide }]) => [side, ofSide])),
    },
    places: Object.fromEntries(sides.map(([side, { place }]) => [side, place])),
  };
}

function readBetween(yaml: YamlReader, node: Node): readonly [number, number] {
  const times = yaml.texts(node, 'look_between', TIME, 'two times of the day, ["06:00", "20:00"]').map(minuteOf);
  const [from, to] = times;
  if (times.length !== 2 || from! > to!)
    return yaml.fail(node, 'look_between must be two times, the earlier one first.');
  return [from!, to!];
}

function readSide(yaml: YamlReader, node: Node): { readonly ofSide: FeedSide; readonly place: Place } {
  const fields = yaml.members(node, node, SIDE_FIELDS);
  const place = readPlace(yaml, node, fields);
  const names = fields.get('names');
  if (place.kind === 'rows') {
    if (names !== undefined) yaml.fail(names, 'rows have no names of files.');
    return { ofSide: { names: namePattern(ALL_NAMES)!, from: shownPlace(place), again: place.again }, place };
  }
  if (names === undefined) return yaml.fail(node, 'the side has no names.');
  const pattern =
    namePattern(yaml.text(names, 'names', /./, NAMES_ACCEPTS)) ?? yaml.fail(names, `names must be ${NAMES_ACCEPTS}.`);
  return { ofSide: { names: pattern, from: shownPlace(place), again: null }, place };
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
