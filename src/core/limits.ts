// Every limit, with the reason for its value. Nothing here is tuned in silence: what the accuracy benchmark
// calibrates stands in core/matching/calibration.ts instead.

/** Largest absolute amount in minor units: below 2^53, so that it and a small sum stay exact in a Float64Array. */
export const MAX_AMOUNT_MINOR = 9_000_000_000_000_000;

/** Largest file in bytes. Text columns hold 32-bit offsets, and a month of a large bank is far below. */
export const MAX_FILE_BYTES = 4_000_000_000;

/** Most rows of one file. A larger one must be given in several files. */
export const MAX_FILE_ROWS = 20_000_000;

/** Most columns of a row: real exports have under 100; a wrong delimiter makes thousands. */
export const MAX_COLUMNS = 512;

/** Longest field in bytes: the longest real narrations are under 2 KiB; a lost quote swallows the whole file. */
export const MAX_FIELD_BYTES = 65_536;

/** Longest row in bytes: a reader keeps one whole row in memory, and 512 short fields fit many times over. */
export const MAX_ROW_BYTES = 4 << 20;

/** Most bytes of the cells of a workbook or another container, which are kept in memory while it is read. */
export const MAX_CELL_BYTES = 1_000_000_000;

/** Most bytes that a packed file may become: a workbook of a million rows has half of it. */
export const MAX_UNPACKED_BYTES = 2_000_000_000;

/** Most bytes of which each byte of a packed file may be made, beyond MIN_UNPACKED_BYTES: tables pack to a thirtieth. */
export const MAX_UNPACKED_RATIO = 200;

/** Most bytes of a packed file whose way of packing is undone at once, in memory. */
export const MAX_UNPACKED_AT_ONCE_BYTES = 512_000_000;

/** Bytes that any packed file may become: a sheet of equal rows packs to a five-hundredth. */
export const MIN_UNPACKED_BYTES = 32_000_000;

/** Most files in an archive. */
export const MAX_ARCHIVED_FILES = 10_000;

/** Most elements of XML one within the other. */
export const MAX_XML_DEPTH = 100;

/** Most files of one side of one run: a file's index is stored in 16 bits. */
export const MAX_FILES_PER_SIDE = 1_000;

/** Most accounts of one session: an account's index is stored in 16 bits. */
export const MAX_ACCOUNTS = 60_000;

/** Share of a file's rows that may be rejected before the run fails. */
export const DEFAULT_REJECTED_SHARE = 0.01;

/** Rows of one block in the store: large enough to compress well, small enough to read for one row. */
export const BLOCK_ROWS = 8_192;

/** Most record ids a side that one cluster names. */
export const MAX_CLUSTER_RECORDS = 1_000;

/** Search days of the command line either way when none are given. */
export const DEFAULT_SEARCH_DAYS = 3;

/** Reversal window of a run without a template, at least. */
export const MIN_REVERSAL_DAYS = 7;

/** Most search days either way: ten years; beyond it a window is a typing error. */
export const MAX_SEARCH_DAYS = 3_660;

/** Attempts at a run that fails for reasons that may pass. Then it fails for good with the last reason. */
export const MAX_WORK_FAILURES = 5;

/** Deaths of a process during one run. After three the run itself is taken for the cause. */
export const MAX_WORK_INTERRUPTIONS = 3;

/** Milliseconds before each further attempt at such a run, if its session already shows it and it must be finished. */
export const WORN_OUT_REST_MS = 60_000;

/** Requests from the bus that wait in the store for one tenant. Further ones stay on the bus, which keeps them. */
export const MAX_REQUESTS_WAITING = 1_000;

/** Milliseconds that finished windows wait for their session or its other windows: 30 days, then nobody feeds it. */
export const WINDOWS_KEPT_MS = 2_592_000_000;

/** Most warnings kept with a run: nobody reads more, and a status answer must stay small. */
export const MAX_RUN_WARNINGS = 200;

/** Largest body of a request in bytes. */
export const MAX_BODY_BYTES = 16 << 20;

/** Largest sheet of decisions: 200,000 rows with their narrations pack to less. */
export const MAX_SHEET_BYTES = 32 << 20;

/** Most bytes that a sheet of decisions may become. */
export const MAX_SHEET_UNPACKED_BYTES = 512 << 20;

/** Most rows of a sheet of decisions. */
export const MAX_SHEET_ROWS = 200_000;

/** Most different notes of a sheet of decisions: each is a call of resolve of its own. */
export const MAX_SHEET_NOTES = 1_000;

/** Most values of one body: a decision on 100,000 clusters fits; millions would take a minute to decode. */
export const MAX_BODY_VALUES = 120_000;

/** Most parts of one form: two images and their texts fit; a million empty parts would take a minute. */
export const MAX_FORM_PARTS = 100;

/** Largest list in bytes: twice OpenSanctions' whole collection with its texts. */
export const MAX_LIST_BYTES = 2_000 << 20;

/** Time in milliseconds for a list to be fetched whole: 2 GB at 4 MB/s. */
export const MAX_LIST_FETCH_MS = 600_000;

/** Largest answer in bytes: a page of 1,000 of the largest clusters fits. A decision's answer has no bound. */
export const MAX_ANSWER_BYTES = 128 << 20;

/** Most problems of one request that are listed: nobody reads more. */
export const MAX_PROBLEMS = 100;

/** Deepest nesting of a free-form object in a request, as in protobuf's own parsers. */
export const MAX_JSON_DEPTH = 100;

/** Most streams of one HTTP/2 connection at once: clients and proxies commonly keep to this number. */
export const MAX_STREAMS = 100;

/** Most health watches at once, of all callers: a balancer has one or two, and an idle one costs 60 kB. */
export const MAX_WATCHES = 1_000;

/** Most streams of those who watch a run or a session, in one process: an idle one costs some 60 kB. */
export const MAX_WATCHED = 1_000;

/** Most such streams of one caller. */
export const MAX_WATCHED_OF_CALLER = 200;

/** Most reflection streams at once: each is a person with a tool. */
export const MAX_REFLECTION_STREAMS = 100;

/** Bytes that reflection sends to all callers together at once: a tool reads every service in less than 2 MiB. */
export const REFLECTION_BURST_BYTES = 16 << 20;

/** Bytes a second that reflection sends after that: a hundredth of a processor. */
export const REFLECTION_BYTES_PER_S = 2 << 20;

/** Bytes that the pages about the contract send to all callers together at once: five people can open all of them. */
export const PAGES_BURST_BYTES = 32 << 20;

/** Bytes a second that these pages send after that: a hundredth of a processor. */
export const PAGES_BYTES_PER_S = 2 << 20;

/** Time in milliseconds for a new connection to show its protocol: the first bytes come at once or never. */
export const MAX_PREFACE_MS = 10_000;

/** Time in milliseconds for a request to arrive whole: 16 MiB at 280 kB/s. */
export const MAX_REQUEST_MS = 60_000;

/** Milliseconds in which a part of the service must say that it works. */
export const MAX_PROBE_MS = 1_000;

/** Time in milliseconds for running requests to end after the service was told to stop. */
export const MAX_DRAIN_MS = 10_000;

/** Most bytes of results in one message about a decision: a server takes 1 MiB unless set lower. */
export const MAX_RESULT_PART_BYTES = 768 << 10;

/** Most bytes of an unusable message in one dead letter: 683 KiB as base64; a server takes 1 MiB unless set lower. */
export const MAX_DEAD_LETTER_PART_BYTES = 512 << 10;

/** Reports read at once: each holds the blocks of its page, up to 100 MB if rows lie far apart. */
export const REPORTS_AT_ONCE = 4;

/** Documents of requests worked on at once: each is held in columns, some hundred bytes a row. */
export const DOCUMENTS_AT_ONCE = 2;

/** Most requests with documents that wait: more would not have their turn within the time they may wait. */
export const MAX_DOCUMENTS_WAITING = 16;

/** Milliseconds that such a request waits for its turn, as for a partner's rows. */
export const MAX_DOCUMENT_WAIT_MS = 30_000;

/** Milliseconds for which a thread that answers calls may be silent: a million rows keep it busy for seconds. */
export const MAX_SILENT_MS = 120_000;

/** Milliseconds for which a thread that has lists may be silent: indexing millions of names is one stretch. */
export const MAX_LISTS_SILENT_MS = 600_000;

/** Milliseconds for one piece of reading or matching a document of a request: one of a million rows takes ten seconds. */
export const MAX_DOCUMENT_TASK_MS = 600_000;

/** Size of a message that the bus must accept: every server's default, and larger than anything sent. */
export const MIN_BUS_MESSAGE_BYTES = 1 << 20;

/** Bytes of messages read from the outbox at once: thousands of usual ones, a dozen of the largest. */
export const MAX_OUTBOX_PAGE_BYTES = 8 << 20;

/** Most remembered formats of a partner that a run knows and a list shows: the latest ones. */
export const FORMATS_LISTED = 500;

/** Columns of different layouts of a side in one suggestion: eight files of the widest kind, weighed in seconds. */
export const MAX_SUGGESTION_COLUMNS = 4_096;

/** Most pixels of an image: a phone's photograph has 12 million, and a small file can claim billions. */
export const MAX_IMAGE_PIXELS = 25_000_000;

/** Most pages of a PDF that is read: identity papers and certificates have a few. */
export const MAX_PDF_PAGES = 20;

/** Most letters of a PDF that is read: twenty dense pages; a small file can hold millions, which take seconds. */
export const MAX_PDF_LETTERS = 100_000;

/** Largest statement in PDF in bytes: a year of a busy account has a tenth of it. */
export const MAX_PDF_BYTES = 100_000_000;

/** Most pages of a statement in PDF: a month with fifty thousand entries. */
export const MAX_STATEMENT_PAGES = 1_000;

/** Most letters of a statement in PDF: ten thousand on each page. */
export const MAX_STATEMENT_LETTERS = 10_000_000;

/** Milliseconds in which the texts of a PDF are read: a thousand pages take a third of it. */
export const MAX_PDF_MS = 60_000;

/** Most bytes, packed, of an answer that is kept for its Idempotency-Key: that of a decision on a million clusters. */
export const MAX_KEPT_ANSWER_BYTES = 12 << 20;

/** Most rules of a chart of accounts, and most bank accounts in it: a group of companies has some hundred of each. */
export const MAX_CHART_RULES = 1_000;

/** Most words of one rule of a chart. */
export const MAX_CHART_WORDS = 100;

/** Most comparisons of a word with a word in one screening of one list, some tenths of a second; the rest is said. */
export const MAX_SCREENING_WORK = 500_000;
