// The bus on NATS JetStream. Announcements are published and not waited for. Messages of the outbox are published under
// their id and acknowledged. Everything on the bus is also in the store: a lost stream is made again, and nothing is
// lost.

import { DiscardPolicy, type StreamInfo } from '@nats-io/jetstream';
import { TieoutError } from '../../core/errors.ts';
import { type BusTopic, publicationId, type WantedMessage } from '../../core/records/documents/outbox.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Log } from '../../ports/log.ts';
import { natsBell } from './bell.ts';
import { NatsLink } from './connect.ts';
import { isGone, troubleOf } from './failures.ts';
import { requestsOn, windowsOn } from './inbox.ts';
import { announcementOf } from './run-announcement.ts';
import type { NatsSettings } from './settings.ts';
import { streamNames } from './subjects.ts';

/** Room for the header with a message's id, which counts towards the server's limit. */
const HEADER_BYTES = 512;

/** Connected and prepared. Throws bus_unavailable with a sentence that says what to do. */
export async function openNatsBus(
  settings: NatsSettings,
  log: Log,
  options: { readonly sayAgainMs?: number } = {},
): Promise<Bus> {
  const link = new NatsLink(settings, log, options);
  await link.begin().catch(async (error) => {
    await link.close();
    throw error;
  });
  return busOver(link);
}

/**
 * For a thread of a service that has opened the bus already: it connects in the background, as soon as the server is
 * there.
 */
export function natsBus(settings: NatsSettings, log: Log): Bus {
  const link = new NatsLink(settings, log);
  void link.beginUntilConnected();
  return busOver(link);
}

function busOver(link: NatsLink): Bus {
  return {
    announce(ids, of = 'runs') {
      if (link.trouble !== null) return;
      const { publisher } = link.use();
      // If several processes announce a run within one second, the bus keeps one announcement.
      const second = Math.floor(Date.now() / 1_000);
      for (const named of ids) {
        const id = publicationId({ operationId: named, part: 1, n: second });
        publisher.publish(link.subjects.runs, announcementOf(named, of), id).catch(() => {});
      }
    },
    listen: () => natsBell(link),
    requests: () => requestsOn(link),
    windows: () => windowsOn(link),
    publish: (message) => publish(link, message),
    async trouble() {
      if (link.trouble !== null) return link.trouble;
      try {
        const { streams } = link.use().manager;
        const looked = await Promise.all(streamNames(link.subjects).map((name) => streams.info(name)));
        return (await link.missingRight()) ?? fullness(looked, link.subjects.requests);
      } catch (error) {
        if (isGone(error)) void link.repair();
        return troubleOf(error);
      }
    },
    close: () => link.close(),
  };
}

/**
 * A sentence if a stream is at its limit and refuses messages. The limit of the requests' stream is ours; an operator
 * set the others, and the next start removes those.
 */
function fullness(streams: readonly StreamInfo[], requests: string): string | null {
  const full = streams.find(({ config, state }) => {
    const { discard, max_msgs, max_bytes } = config;
    const isAt = (limit: number, has: number) => limit > 0 && has >= limit;
    return discard === DiscardPolicy.New && (isAt(max_msgs, state.messages) || isAt(max_bytes, state.bytes));
  });
  if (full === undefined) return null;
  if (full.config.name === requests)
    return `The stream ${requests} is full: requests come faster than they are stored.`;
  return `The stream ${full.config.name} is full and refuses more: start a process of the service anew, which takes its limits away, or remove messages from it.`;
}

async function publish(link: NatsLink, message: WantedMessage): Promise<void> {
  const { nats, publisher } = link.use();
  const { payload } = message;
  const most = (nats.info?.max_payload ?? Number.POSITIVE_INFINITY) - HEADER_BYTES;
  if (payload.length > most) {
    throw new TieoutError(
      'message_refused',
      `The message has ${payload.length} bytes, and the server takes ${most}: raise its max_payload.`,
    );
  }
  // Messages for the bus always have a BusTopic.
  const subject = link.subjects.published[message.topic as BusTopic];
  await publisher.publish(subject, payload, publicationId(message));
}
