// Words of crime news by their role in a sentence. Each list is a closed class of English that reports need, not names of
// cases: what authorities do to a suspect, what offenders do, what both are called, who works on a case, who speaks.

const words = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.trim().split(/ +/)));

/** What is done to a suspect, as participle and past tense. */
export const PURSUED = words(
  'arrested rearrested punished charged convicted indicted sentenced resentenced jailed imprisoned incarcerated detained fined sanctioned',
  'prosecuted arraigned remanded extradited sued implicated nabbed apprehended investigated probed impeached blacklisted',
  'disbarred debarred interrogated deported penalised penalized censured docked busted caught handcuffed collared',
  'subpoenaed grilled quizzed suspected wanted court-martialled booked',
);
/** The same as a statement only: what is stated has to be an act. */
export const ACCUSED = words('accused alleged blamed named identified faulted fingered linked tied connected');
/** What an employer, a regulator or a court does, for an act or for something else: an act has to be named. */
export const PUNISHED = words(
  'suspended banned disqualified barred sacked fired stripped expelled removed ordered struck resigned quit found',
  'terminated dismissed axed ousted hit slapped',
);
/** Present tense and other forms in which only somebody else does it to the object. */
export const PURSUES = words(
  'arrest arrests arresting charge charges charging convict convicts convicting indict indicts indicting sentence resentence',
  'sentences sentencing jail jails jailing detain detains detaining fine fines fining sanction sanctions prosecute',
  'quizzes grills questions interrogates declares prosecutes prosecuting arraign arraigns remand remands extradite extradites sue sues suing investigate investigates',
  'investigating probe probes probing nab nabs apprehend apprehends impeach interrogate deport deports',
);
export const ACCUSES = words(
  'accuse accuses accusing blame blames blaming allege alleges alleging implicate implicates',
);

/** What an offender does, in all forms. */
export const OFFENDS = words(
  'kill kills killed killing murder murders murdered murdering rape raped raping assault assaulted assaulting stab stabbed',
  'stabbing shot shooting rob robbed robbing kidnap kidnapped kidnapping abduct abducted abducting traffick trafficked',
  'trafficking smuggle smuggled smuggling steal steals stole stolen stealing embezzle embezzled embezzling launder',
  'laundered laundering bribe bribed bribing defraud defrauded defrauding swindle swindled swindling scammed scamming forge',
  'forged forging falsify falsified falsifying diverted diverting misappropriate misappropriated misappropriating looted',
  'looting evaded evading extort extorted extorting blackmail blackmailed hacked hacking impersonated impersonating',
  'siphoned siphoning conspired conspiring absconded harass harassed harassing molest molested molesting abused abusing',
  'groped groping bombed ambushed ambushing colluded colluding cheated cheating tortured torturing duped duping  fleeced',
  'masterminded orchestrated perpetrated trespassing threatened fabricated concealed violated violating breached breaching',
);

/** Names of offences and wrongs. */
export const OFFENCES = words(
  'fraud frauds bribery bribes bribe corruption laundering embezzlement murder murders homicide manslaughter rape assault',
  'assaults kidnapping kidnap abduction trafficking smuggling theft robbery burglary larceny crime crimes felony felonies',
  'perjury terrorism terror misconduct harassment abuse abuses molestation evasion forgery scam scams ponzi kickback',
  'kickbacks extortion racketeering conspiracy espionage tampering obstruction negligence negligent malpractice',
  'wrongdoing collusion genocide atrocities violations violation breach breaches graft looting cybercrime hacking arson',
  'counterfeiting contempt vandalism misappropriation embezzling stealing killing killings impersonation blackmail slavery',
  'pretences pretenses offence offences offense offenses count counts weapon cocaine heroin lying',
);
/** What makes a wrong of a noun behind it. */
export const WRONGFUL = words(
  'illegal illegally illicit unlawful unlawfully fraudulent fraudulently corrupt improper improperly inappropriate',
  'inappropriately criminal sexual sexually indecent',
);

/** Names of what is done in a case. */
export const PROCEEDINGS = words(
  'charge charges indictment indictments allegation allegations accusation accusations complaint complaints lawsuit suit',
  'suits probe probes investigation investigations inquiry inquiries trial trials conviction convictions arrest warrant',
  'prosecution sentence sentencing verdict bail extradition scandal case claims claim petition plea fine penalty penalties',
  'sanctions manhunt hearing court-martial proceedings impeachment guilt',
);
/** Where a convict or suspect is. */
export const CUSTODY = words(
  'jail prison custody bars detention dock cell handcuffs trial investigation probe bail arrest',
);

/** What a person is called by the act alone. */
export const OFFENDERS = words(
  'suspect suspects defendant defendants fugitive fraudster fraudsters criminal kingpin terrorist killer murderer rapist',
  'thief robber launderer smuggler trafficker convict ex-convict felon swindler scammer hacker kidnapper gunman attacker',
  'offender conman baron drug-lord militant extremist warlord mobster gangster paedophile pedophile abuser disgraced',
  'convicted embattled con-man',
);
/** Who works on a case, reports it, or suffers. */
export const BYSTANDERS = words(
  'judge justice magistrate prosecutor attorney attorney-general lawyer solicitor barrister counsel detective',
  'inspector officer sergeant superintendent commissioner constable sheriff spokesman spokeswoman spokesperson reporter',
  'journalist correspondent columnist author editor analyst professor researcher expert witness victim',
  'complainant investigator auditor accuser plaintiff whistleblower registrar activist prosecuting',
  'presiding widow slain late murdered registrar coroner pathologist',
);
export const SAYS = words(
  'said says told tells wrote writes reported reports warned warns testified testifies announced announces ruled rules',
  'ordered urged urges described explained argued argues added adds stated noted acquitted presided adjourned granted',
  'dismissed vowed called condemned continued tweeted claimed claims asked launched promised praised demanded insisted',
);
export const DENIES = words('denied denies deny denying disputed disputes');
/** Endings of a case that leave no act. */
export const CLEARED = words(
  'acquitted cleared exonerated dropped dismissed withdrawn quashed overturned innocent acquittal',
);
export const NEGATION = words(
  "not never no n't without neither didn't wasn't isn't don't doesn't hasn't haven't cannot",
);

export const AUXILIARIES = words(
  'was were is are been being be am gets got get has had have having stands stood remains',
);
export const ADVERBS = words(
  'also later again already formally reportedly allegedly recently since then now subsequently previously first initially',
  'finally eventually once twice yesterday today ordered due expected to has had been being set about still',
  'will would could may under in behind federally criminally publicly largely widely both be on monday tuesday wednesday thursday friday saturday sunday',
);
/** What may follow a participle without an object: NAME arrested over ... */
export const AFTER_PARTICIPLE = words(
  'of for over with in on by after as at and to following amid under during when while guilty again alongside last this',
  'yesterday monday tuesday wednesday thursday friday saturday sunday early late two three four five six seven eight nine',
  'ten without from before because near outside twice alone',
);
/** Words between a proceeding and whom it is about. */
export const ABOUT = words(
  'against into of on over involving about for embroiling naming surrounding concerning to with',
);
export const TITLES = words(
  'mr mrs ms miss dr prof sir chief alhaji alhaja hon engr pastor rev president former ex ex-president governor senator',
  'minister chairman ceo director councillor mayor the his her a an vice republican democrat democratic businessman',
  'banker trader tycoon mogul politician lawmaker five-term incumbent general colonel candidate actor singer businesswoman',
  'managing executive company firm state federal local police star nominee leader owner founder manager boss',
);
