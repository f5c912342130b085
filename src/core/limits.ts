// Every limit, with the reason for its value. Nothing here is tuned in silence: what the accuracy benchmark
// calibrates stands in core/matching/calibration.ts instead.

/** Largest absolute amount in minor units: below 2^53, so that it and a small sum stay exact in a Float64Array. */
export const MAX_AMOUNT_MINOR = 9_000_000_000_000_000;

/** Largest file in bytes. Text columns hold 32-bit offsets, and a month of a large bank is far below. */
export const MAX_FILE_BYTES = 4_000_000_000;

/** Most rows of one file: beyond it a session must be cut into windows first. */
export const MAX_FILE_ROWS = 20_000_000;

/** Most columns of a row: real exports have under 100; a wrong delimiter makes thousands. */
export const MAX_COLUMNS = 512;

/** Longest field in bytes: the longest real narrations are under 2 KiB; a lost quote swallows the whole file. */
export const MAX_FIELD_BYTES = 65_536;

/** Longest row in bytes: a reader keeps one whole row in memory, and 512 short fields fit many times over. */
export const MAX_ROW_BYTES = 4 << 20;

/** Most files of one side of one run: a file's index is stored in 16 bits. */
export const MAX_FILES_PER_SIDE = 1_000;

/** Most accounts of one session: an account's index is stored in 16 bits. */
export const MAX_ACCOUNTS = 60_000;

/** Share of a file's rows that may be rejected before the run fails (design/contract.md, Files). */
export const DEFAULT_REJECTED_SHARE = 0.01;

/** Rows of one block in the store: large enough to compress well, small enough to read for one row. */
export const BLOCK_ROWS = 8_192;

/** Most record ids a side that one cluster names (design/architecture.md, Clusters). */
export const MAX_CLUSTER_RECORDS = 1_000;

/** Search days of the command line either way when none are given (design/contract.md, Command line). */
export const DEFAULT_SEARCH_DAYS = 3;

/** Reversal window of a run without a template, at least (design/matching.md, Reversals). */
export const MIN_REVERSAL_DAYS = 7;

/** Most search days either way: ten years; beyond it a window is a typing error. */
export const MAX_SEARCH_DAYS = 3_660;

/** Attempts that may fail for reasons that may pass, before a run is failed for good with the last one. */
export const MAX_WORK_FAILURES = 5;

/** Deaths of the process in the middle of a run, before it is taken for their cause: chance, bad luck, the run itself. */
export const MAX_WORK_INTERRUPTIONS = 3;

/** Before each further attempt at such a run, where its session shows it already and it must come to its end. */
export const WORN_OUT_REST_MS = 60_000;

/** Requests from the bus that wait for a tenant: what comes beyond them stays on the bus, which keeps it. */
export const MAX_REQUESTS_WAITING = 1_000;

/** How long finished windows wait for their session, or its other windows, after the last: a month later nobody feeds it. */
export const WINDOWS_KEPT_MS = 30 * 86_400_000;

/** Warnings that are kept with a run: beyond it nobody reads them, and a status answer must stay small. */
export const MAX_RUN_WARNINGS = 200;

/** Largest body of a request in bytes (design/contract.md, HTTP). */
export const MAX_BODY_BYTES = 16 << 20;

/** Values of one body: 100,000 clusters of one decision and the rest of it; millions would take a minute to be made. */
export const MAX_BODY_VALUES = 120_000;

/** Parts of one form: two images and the texts beside them; a form of a million empty parts would take a minute. */
export const MAX_FORM_PARTS = 100;

/** Largest list in bytes: OpenSanctions' whole collection with its texts has half of it. */
export const MAX_LIST_BYTES = 2_000 << 20;

/** Time in milliseconds for a list to be fetched whole: 2 GB at 4 MB/s. */
export const MAX_LIST_FETCH_MS = 600_000;

/** Largest answer in bytes: a page of 1,000 of the largest clusters. Beyond it a caller has to ask for less; a decision's has no bound. */
export const MAX_ANSWER_BYTES = 128 << 20;

/** Problems of one request that are listed: beyond it nobody reads them, and looking for more would be work for nothing. */
export const MAX_PROBLEMS = 100;

/** Deepest nesting of a free-form object in a request: that of protobuf's own parsers. */
export const MAX_JSON_DEPTH = 100;

/** Streams of one connection of HTTP/2 at once: what clients and proxies commonly keep to themselves. */
export const MAX_STREAMS = 100;

/** Watches of the health at once, of all callers: each balancer has one or two, and an idle one costs 60 kB. */
export const MAX_WATCHES = 1_000;

/** Streams of reflection at once: each is a person with a tool. */
export const MAX_REFLECTION_STREAMS = 100;

/** Bytes that reflection tells all callers together at once: a tool asks for every service in less than 2 MiB. */
export const REFLECTION_BURST_BYTES = 16 << 20;

/** Bytes that it tells them in a second from then on: writing them takes a hundredth of a processor. */
export const REFLECTION_BYTES_PER_S = 2 << 20;

/** Bytes that the pages about the contract tell all callers together at once: five people open all of them. */
export const PAGES_BURST_BYTES = 32 << 20;

/** Bytes that they tell them in a second from then on: sending them takes a hundredth of a processor. */
export const PAGES_BYTES_PER_S = 2 << 20;

/** Time in milliseconds for a new connection to show its protocol: the first bytes come at once or never. */
export const MAX_PREFACE_MS = 10_000;

/** Time in milliseconds for a request to arrive whole: 16 MiB at 280 kB/s. */
export const MAX_REQUEST_MS = 60_000;

/** Time in milliseconds for a part of the service to say that it works, before it counts as not working. */
export const MAX_PROBE_MS = 1_000;

/** Time in milliseconds for running requests to end after the service was told to stop. */
export const MAX_DRAIN_MS = 10_000;

/** Bytes of the results in one message about a decision: servers take 1 MiB unless told less. */
export const MAX_RESULT_PART_BYTES = 768 << 10;

/** Bytes of an unusable message in one dead letter: 683 KiB as base64, and servers take 1 MiB unless told less. */
export const MAX_DEAD_LETTER_PART_BYTES = 512 << 10;

/** Reports that are read at once: each holds the blocks of its page, up to 100 MB where rows lie far apart. */
export const REPORTS_AT_ONCE = 4;

/** Documents of requests that are worked on at once: each is held as its columns, some hundred bytes a row. */
export const DOCUMENTS_AT_ONCE = 2;

/** Requests with documents that wait for their turn: more would not have it within the time that they may wait. */
export const MAX_DOCUMENTS_WAITING = 16;

/** Time in milliseconds that such a request waits for its turn: as long as one waits for a partner's rows. */
export const MAX_DOCUMENT_WAIT_MS = 30_000;

/** Least size of a message that the bus has to take: every server's own standard, and all that we send is below. */
export const MIN_BUS_MESSAGE_BYTES = 1 << 20;

/** Bytes of messages that are read from the outbox at once: thousands of usual ones, a dozen of the largest. */
export const MAX_OUTBOX_PAGE_BYTES = 8 << 20;

/** Remembered formats of a partner that a run knows, and that are listed at once: the latest ones. */
export const FORMATS_LISTED = 500;

/** Columns of different layouts of a side in one suggestion: eight files of the widest kind, weighed in seconds. */
export const MAX_SUGGESTION_COLUMNS = 4_096;

/** Most pixels of an image that is opened: a phone's photograph has 12 million, a small file can promise billions. */
export const MAX_IMAGE_PIXELS = 25_000_000;

/** Most pages of a PDF that is read: identity papers and certificates have a few. */
export const MAX_PDF_PAGES = 20;

/** Most letters of a PDF that is read: twenty dense pages; a small file can hold millions, which take seconds. */
export const MAX_PDF_LETTERS = 100_000;
