// Adverse news: which of the given articles mention a person, and whether their statements are adverse. No article is
// fetched or stored.

import { setImmediate } from 'node:timers/promises';
import type { Article } from '../../../gen/tieout/verification/v1/screening_pb.ts';
import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { OWN_SOURCE } from '../../core/identity/check-outcome.ts';
import { dayAt } from '../../core/money/calendar.ts';
import { isPerson } from '../../core/screening/entities/listed-entity.ts';
import { adverseScore, categoryOf } from '../../core/screening/media/classify.ts';
import { mentionsOf, sentencesOf } from '../../core/screening/media/mentions.ts';
import { visible } from '../../core/screening/names/visible-text.ts';
import { rounded } from '../plain-values.ts';
import type { Checking } from './checking.ts';
import { subjectOf } from './person-of.ts';

const LONGEST_SNIPPET = 400;

export function mediaRoutes(check: Checking) {
  return {
    screenAdverseMedia: check(VerificationService.method.screenAdverseMedia, async (request, { now }) => {
      const { schema, names } = subjectOf(request, dayAt(now));
      const about: NonNullable<ReturnType<typeof readArticle>>[] = [];
      for (const article of request.articles) {
        const read = readArticle(article, names, schema);
        if (read !== null) about.push(read);
        // Lets other requests run between articles.
        await setImmediate();
      }
      const hits = about.filter(({ adverseScore: score }) => score >= request.threshold!);
      const best = hits.reduce((most, one) => Math.max(most, one.adverseScore * one.entityScore), 0);
      // The given articles say nothing about other articles.
      const reasons =
        hits.length > 0
          ? [
              {
                code: 'adverse_media',
                detail: `${hits.length} of the articles ${hits.length === 1 ? 'says' : 'say'} adverse things.`,
              },
            ]
          : [{ code: 'only_given_articles', detail: 'Only the given articles were read.' }];
      return {
        outcome: { status: hits.length > 0 ? 'review' : 'partial', score: best, reasons, source: OWN_SOURCE },
        details: {
          hits: hits.sort((a, b) => b.adverseScore - a.adverseScore),
          articlesRead: request.articles.length,
          articlesAboutTheSubject: about.length,
        },
      };
    }),
  };
}

/** Null if the article does not mention the person. */
function readArticle({ title = '', text = '', url, publishedAt }: Article, names: readonly string[], schema: string) {
  const sentences = [visible(title), ...sentencesOf(visible(text))].filter((one) => one.trim() !== '');
  const mentions = mentionsOf(names, sentences, isPerson(schema) ? 'person' : 'company');
  if (mentions.length === 0) return null;
  const scored = mentions.map((mention) => ({ mention, score: adverseScore(sentences[mention.sentence], mention) }));
  const worst = scored.reduce((most, one) => (one.score > most.score ? one : most));
  const around = sentences.slice(Math.max(0, worst.mention.sentence - 1), worst.mention.sentence + 2).join(' ');
  return {
    ...{ title, category: categoryOf(sentences[worst.mention.sentence]), adverseScore: rounded(worst.score) },
    entityScore: rounded(Math.max(...mentions.map(({ score }) => score))),
    mentions: [...new Set(mentions.map((one) => one.text))].slice(0, 20),
    snippet: around.slice(0, LONGEST_SNIPPET),
    ...(url !== undefined && { url }),
    ...(publishedAt !== undefined && { publishedAt }),
  };
}
