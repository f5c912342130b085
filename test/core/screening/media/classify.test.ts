// Who is the subject of an adverse act: made-up sentences, on which the signals were made. What they are worth on other
// people's sentences is measured by `npm run bench -- media`.

import { expect, test } from 'vitest';
import { adverseScore } from '../../../../src/core/screening/media/classify.ts';
import { mentionsOf, sentencesOf } from '../../../../src/core/screening/media/mentions.ts';

/** The mention stands between « and ». */
function scoreOf(marked: string): number {
  const from = marked.indexOf('«');
  return adverseScore(marked.replaceAll(/[«»]/g, ''), { from, to: marked.indexOf('»') - 1 });
}

test.each([
  'EFCC arraigns «Ada Obi» over N2bn fraud.',
  'Court jails «Ada Obi» seven years for cybercrime.',
  '«Ada Obi» bags seven years for cybercrime.',
  '«Ada Obi» in court over alleged N500m fraud.',
  '«Ada Obi» docked for rape.',
  'EFCC declares «Ada Obi» wanted.',
  '«Ada Obi» forfeits N300m to the government over unexplained wealth.',
  '«Ada Obi» stole N2.3 billion from the ministry.',
  'Money laundering charges have been filed against «Ada Obi».',
  'The tribunal found that «Ada Obi» had bribed officials.',
  '«Ada Obi» ran a Ponzi scheme that took N4bn from savers.',
  '«Ada Obi» is accused of diverting pension money.',
  '«Ada Obi» was banned from being a director for ten years after falsifying accounts.',
  '«Ada Obi» has been linked to a drug trafficking ring.',
  'Police have arrested businesswoman «Ada Obi» for allegedly forging land papers.',
  'A federal grand jury indicted «Ada Obi» on twelve counts of wire fraud.',
  '«Ada Obi» pleaded guilty to insider trading.',
  'The regulator fined «Ada Obi» $2 million for market manipulation.',
  '«Ada Obi», former head of the pension fund, was remanded in custody.',
  'Interpol issued a red notice for «Ada Obi».',
  'The conviction of «Ada Obi» for tax evasion was upheld.',
  '«Ada Obi» fled the country after the audit found missing funds.',
  '«Ada Obi» conspired with two officials to defraud the treasury.',
  'The EU imposed sanctions on «Ada Obi».',
  '«Ada Obi» was extradited to the United States to face money laundering charges.',
  '«Ada Obi» has been suspended over allegations of sexual harassment.',
  '«Ada Obi» admitted to laundering $4 million through shell companies.',
  '«Ada Obi» is under investigation for bribery.',
  'Ex-governor «Ada Obi» jailed for 14 years.',
  "«Ada Obi»'s trial for fraud resumes on Monday.",
  'Fraudster «Ada Obi» ordered to repay N90m.',
  '«Ada Obi» and two others were charged with conspiracy.',
  '«Ada Obi», a convicted fraudster, runs the new firm.',
  'The panel indicted «Ada Obi» for misappropriating funds.',
  "The company's director, «Ada Obi», embezzled client money.",
  'Anti-graft agency quizzes «Ada Obi» over N4bn contract.',
  'Nigerian banker «Ada Obi» faces extradition over email scam.',
  '«Ada Obi» duped investors of N1.2bn.',
  '«Ada Obi» was found to have falsified results.',
  '«Ada Obi» caught smuggling cocaine at airport.',
  'Authorities seized assets of «Ada Obi» in a corruption probe.',
])('adverse: %s', (sentence) => {
  expect(scoreOf(sentence)).toBeGreaterThan(0.5);
});

test.each([
  'Justice «Ada Obi» sentenced a former banker to seven years for fraud.',
  '«Ada Obi», who prosecuted the case, said the bribes were paid in cash.',
  'An article by «Ada Obi» exposes money laundering in Dubai.',
  '«Ada Obi» investigates corruption for the Daily Ledger.',
  '«Ada Obi» wins award for reporting on bribery.',
  '«Ada Obi» donated $4 million to the hospital.',
  '«Ada Obi» was acquitted of fraud.',
  '«Ada Obi», the lawyer representing the accused, asked for bail.',
  '«Ada Obi» lost $2m to fraudsters.',
  '«Ada Obi» was defrauded of her pension by a banker.',
  '«Ada Obi» testified that the manager took bribes.',
  '«Ada Obi» wrote a book about the fraud at the bank.',
  '«Ada Obi» chairs the anti-corruption commission.',
  'The bank reported a profit of N2.3 billion under «Ada Obi».',
  'Police said «Ada Obi» was kidnapped on her way home.',
  'Charges against «Ada Obi» were dropped for lack of evidence.',
  'Judge «Ada Obi» adjourned the bribery trial to May.',
  'Magistrate «Ada Obi» remanded the suspects in prison.',
  'Detective «Ada Obi» arrested the gang in Kano.',
  '«Ada Obi» of the EFCC told reporters that the suspect had fled.',
  'Prosecutor «Ada Obi» accused the minister of taking kickbacks.',
  '«Ada Obi» dismissed the allegations of fraud at the rival bank.',
  'The murder of «Ada Obi» shocked the town.',
  'Robbers attacked the home of «Ada Obi» on Friday.',
  '«Ada Obi» launched a campaign against human trafficking.',
  '«Ada Obi» warned customers about phishing scams.',
  '«Ada Obi» sued the newspaper for libel.',
  'Senator «Ada Obi» sponsored the bill against terrorism financing.',
  'The auditor «Ada Obi» uncovered fraud at the ministry.',
  'Reporting by «Ada Obi»; the minister was charged with corruption.',
  'Professor «Ada Obi» studies money laundering networks.',
  "«Ada Obi»'s investigation led to the arrest of a drug baron.",
  '«Ada Obi» and her husband were murdered by armed robbers.',
  'Lawyers for the accused thanked «Ada Obi».',
  '«Ada Obi» was appointed to probe the missing funds.',
  '«Ada Obi» not guilty of fraud, court rules.',
  'Witness «Ada Obi» told the court the defendant paid bribes.',
  'The victim, «Ada Obi», said the fraudster had promised high returns.',
  '«Ada Obi» acquired a stake of $700m in the lender.',
])('not adverse of the mentioned: %s', (sentence) => {
  expect(scoreOf(sentence)).toBeLessThan(0.5);
});

const worstOf = (text: string): number => {
  const sentences = sentencesOf(text);
  const scores = mentionsOf(['Ada Obi'], sentences, 'person').map((one) => adverseScore(sentences[one.sentence], one));
  return Math.max(0, ...scores);
};

test('a sentence that goes on with he or she is about the subject of the one before, and of nobody else', () => {
  expect(worstOf('Ada Obi left the bank in May. She was charged with fraud on Monday.')).toBeGreaterThan(0.5);
  expect(worstOf('Musa Bello was questioned by the lawyer Ada Obi. He was charged with fraud.')).toBeLessThan(0.5);
});

test('a sentence is read in time proportional to its words', () => {
  const words = 'and was charged, with Obi of '.repeat(8_000);
  const began = performance.now();
  scoreOf(`«Ada Obi» ${words}`);
  scoreOf(`${words} «Ada Obi»`);
  expect(performance.now() - began).toBeLessThan(2_000);
});
