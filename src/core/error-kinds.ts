// The meaning of each code of a failure: one table, so that the command line, REST and every RPC protocol agree on it.

/** The codes of gRPC and Connect that this service answers with. */
export type RpcCode =
  | 'invalid_argument'
  | 'unauthenticated'
  | 'permission_denied'
  | 'not_found'
  | 'failed_precondition'
  | 'resource_exhausted'
  | 'unimplemented'
  | 'unavailable'
  | 'internal';

interface ErrorKind {
  /** The code's meaning, for documentation. */
  readonly meaning: string;
  /** Whether the same call may succeed later without a change by the caller. */
  readonly retryable: boolean;
  /** Status of a REST answer. */
  readonly http: number;
  /** Code of a gRPC or Connect answer. */
  readonly rpc: RpcCode;
}

/** Statuses of an answer that says of no failure what it was but its code. */
export const DEFECT = { http: 500, rpc: 'internal' } as const satisfies Pick<ErrorKind, 'http' | 'rpc'>;

export const ERROR_KINDS = {
  usage: {
    meaning: 'The command or request was not understood.',
    retryable: false,
    http: 422,
    rpc: 'invalid_argument',
  },
  file_unreadable: {
    meaning: 'A file is missing, a folder, or may not be read.',
    retryable: false,
    http: 422,
    rpc: 'invalid_argument',
  },
  files_unavailable: {
    meaning: 'The folder that files are read from is away, or the host that a url names.',
    retryable: true,
    http: 503,
    rpc: 'unavailable',
  },
  file_not_allowed: {
    meaning: 'A file lies outside what may be read, or is named by another kind of url.',
    retryable: false,
    http: 422,
    rpc: 'invalid_argument',
  },
  list_unusable: {
    meaning:
      'A list of sanctions or of exposed persons cannot be read, is cut off, or shrank too much; the one in use stays.',
    retryable: true,
    http: 503,
    rpc: 'unavailable',
  },
  list_not_loaded: {
    meaning: 'A configured list of sanctions or exposed persons is not loaded: nobody knows whom it would name.',
    retryable: true,
    http: 503,
    rpc: 'unavailable',
  },
  no_list: {
    meaning:
      'No list of sanctions or exposed persons is loaded, or only the sample: an empty answer would clear everybody.',
    retryable: true,
    http: 503,
    rpc: 'unavailable',
  },
  algorithm_unknown: {
    meaning: 'The request asks to be matched by an algorithm that is not here.',
    retryable: false,
    http: 400,
    rpc: 'invalid_argument',
  },
  request_reused: {
    meaning: 'The request_id was used with another body.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  legal_hold: {
    meaning: 'What is kept of the subject must be kept until the time that the sentence names.',
    retryable: true,
    http: 409,
    rpc: 'failed_precondition',
  },
  key_reused: {
    meaning: 'The Idempotency-Key was used with another request.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  key_in_use: {
    meaning: 'The first call with this Idempotency-Key has no outcome yet.',
    retryable: true,
    http: 409,
    rpc: 'failed_precondition',
  },
  outcome_unknown: {
    meaning:
      'What the first call with this Idempotency-Key did is unknown: its process died, or a store failed under it.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  answer_not_kept: {
    meaning: 'The call with this Idempotency-Key was made; its answer was too large to be kept.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  file_too_large: {
    meaning: 'A file, its rows, columns or a field exceed a limit.',
    retryable: false,
    http: 422,
    rpc: 'invalid_argument',
  },
  file_in_use: {
    meaning: 'A run that waits or works reads the sent file, which is not replaced or removed then.',
    retryable: true,
    http: 409,
    rpc: 'failed_precondition',
  },
  files_full: {
    meaning: 'The files that a tenant sent would be more than are kept for it; nothing was kept of the new one.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  files_not_taken: {
    meaning: 'Files cannot be sent: no folder for them is configured.',
    retryable: false,
    http: 501,
    rpc: 'unimplemented',
  },
  digest_differs: {
    meaning: 'A sent file arrived with another digest than its sender announced. Nothing of it was kept.',
    retryable: true,
    http: 422,
    rpc: 'invalid_argument',
  },
  file_not_understood: {
    meaning: 'A file is binary, empty, cut off, or lacks a date or amount column.',
    retryable: false,
    http: 422,
    rpc: 'invalid_argument',
  },
  file_changed: {
    meaning: 'A file was changed while it was read; somebody may still be writing it.',
    retryable: true,
    http: 409,
    rpc: 'failed_precondition',
  },
  file_given_twice: {
    meaning: 'The same file was given twice in one run.',
    retryable: false,
    http: 422,
    rpc: 'invalid_argument',
  },
  sides_swapped: {
    meaning: 'The ledger and the bank files were given in each other’s place.',
    retryable: false,
    http: 422,
    rpc: 'invalid_argument',
  },
  file_needs_answer: {
    meaning: 'A file can be read in several ways that come to other amounts; a column mapping says which is right.',
    retryable: false,
    http: 422,
    rpc: 'invalid_argument',
  },
  direction_unknown: {
    meaning: 'A run of transfers names no direction, and its files say none, or contradict each other.',
    retryable: false,
    http: 422,
    rpc: 'invalid_argument',
  },
  too_many_rejected: {
    meaning: 'More rows than the configured share could not be understood.',
    retryable: false,
    http: 422,
    rpc: 'invalid_argument',
  },
  side_empty: {
    meaning:
      'A side of the run has no file, none of its rows could be read, or none is of the period and its search days.',
    retryable: false,
    http: 422,
    rpc: 'invalid_argument',
  },
  mapping_invalid: {
    meaning: 'A column mapping names a field or a column that does not exist.',
    retryable: false,
    http: 422,
    rpc: 'invalid_argument',
  },
  store_locked: { meaning: 'Another process uses the data directory.', retryable: true, http: 503, rpc: 'unavailable' },
  store_damaged: { meaning: 'The store could not be read back.', retryable: false, http: 500, rpc: 'internal' },
  store_unavailable: {
    meaning: 'The store could not be written or opened.',
    retryable: true,
    http: 503,
    rpc: 'unavailable',
  },
  store_refused: {
    meaning: 'The server of the store is there and refused an operation.',
    retryable: true,
    http: 503,
    rpc: 'unavailable',
  },
  bus_unavailable: {
    meaning: 'The bus cannot be reached, or not be used as it is set up.',
    retryable: true,
    http: 503,
    rpc: 'unavailable',
  },
  destination_unavailable: {
    meaning: 'What the outbox delivers to, other than the bus, cannot be reached or is not ready; its messages wait.',
    retryable: true,
    http: 503,
    rpc: 'unavailable',
  },
  engine_unavailable: {
    meaning: 'The engine of another process (ENGINE_BASE_URL) cannot be reached or did not do what it was asked.',
    retryable: true,
    http: 500,
    rpc: 'internal',
  },
  message_refused: {
    meaning: 'The bus does not take a message: it is too large, or its stream is full.',
    retryable: true,
    http: 500,
    rpc: 'internal',
  },
  position_gone: {
    meaning: 'The rows of a recorded position are there no longer: a later run replaced them, or other rules made it.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  journal_state: {
    meaning: 'A journal or its batch is not in the state that the call needs.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  rows_not_open: {
    meaning: 'Rows that a person wants to match are not open.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  match_not_apart: {
    meaning: 'A match cannot be taken apart so: the sentence says what can.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  session_signed_off: {
    meaning: 'A signed session would be changed.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  sign_off_state: {
    meaning: 'A session cannot be signed so: it is not prepared, has moved since, or another caller must sign.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  needs_review: {
    meaning: 'By the policy of the partner another caller must accept the act: it is proposed first.',
    retryable: false,
    http: 403,
    rpc: 'permission_denied',
  },
  proposal_state: {
    meaning: 'A proposal is not open: somebody decided on it.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  proposal_returned: {
    meaning: 'A proposal was accepted and could not be carried out: it is open again, and the sentence says why.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  proposal_moved: {
    meaning: 'What a proposal names has moved since it was made: the sentence says what.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  case_changed: {
    meaning: 'A case is not at the version that a decision names: something happened since.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  case_undecided: {
    meaning: 'A hit of the subject is undecided, and the caller may not decide cases: it is not deleted.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  case_full: {
    meaning: 'A case has so many steps that it takes no more notes and assignments.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  caller_unnamed: {
    meaning: 'Nobody knows who calls, and the call needs a named caller: TIEOUT_CALLERS, or TIEOUT_SERVICE_TOKEN.',
    retryable: false,
    http: 403,
    rpc: 'permission_denied',
  },
  content_pruned: {
    meaning: 'The rows were removed after the time for which they are kept.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  snapshot_replaced: {
    meaning: 'A later run replaced clusters of the list that a snapshot names, or the list cannot be made again.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  version_conflict: {
    meaning: 'The session was changed by somebody else meanwhile.',
    retryable: true,
    http: 409,
    rpc: 'failed_precondition',
  },
  command_unreadable: {
    meaning: 'A stored command cannot be read: it has not the form of its kind and version.',
    retryable: false,
    http: 500,
    rpc: 'internal',
  },
  interrupted: {
    meaning: 'The process that worked on a run ended before the run was done.',
    retryable: true,
    http: 503,
    rpc: 'unavailable',
  },
  session_busy: {
    meaning: 'Another writer holds the rows of the partner; the run waits for it.',
    retryable: true,
    http: 503,
    rpc: 'unavailable',
  },
  decision_taken: {
    meaning: 'The call stood still for so long that another process brought its decision to the end.',
    retryable: true,
    http: 503,
    rpc: 'unavailable',
  },
  cancelled: {
    meaning: 'An operator cancelled the run before its commit, or whoever asked for a preview has left.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  run_took_too_long: {
    meaning: 'A run was not done within the time that a run may take (TIEOUT_RUN_MINUTES).',
    retryable: false,
    http: 500,
    rpc: 'internal',
  },
  too_many_waiting: {
    meaning: 'The tenant has as many waiting runs as are allowed (TIEOUT_RUNS_WAITING).',
    retryable: true,
    http: 429,
    rpc: 'resource_exhausted',
  },
  documents_waiting: {
    meaning: 'Too many requests with documents are waiting; nothing was done of this one.',
    retryable: true,
    http: 503,
    rpc: 'unavailable',
  },
  thread_silent: {
    meaning: 'A thread of the service did not answer in time; it was ended, with all that it had in hand.',
    retryable: true,
    http: 503,
    rpc: 'unavailable',
  },
  watched_too_often: {
    meaning: 'As many runs and sessions are watched as may be at once, or the service is about to end.',
    retryable: true,
    http: 429,
    rpc: 'resource_exhausted',
  },
  asked_too_often: {
    meaning: 'The pages about the contract, which need no token, are asked for too often.',
    retryable: true,
    http: 429,
    rpc: 'resource_exhausted',
  },
  run_unknown: { meaning: 'There is no such run.', retryable: false, http: 404, rpc: 'not_found' },
  run_not_to_retry: {
    meaning: 'The run did not fail, or a later run of its session was accepted.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  session_unknown: { meaning: 'There is no such session.', retryable: false, http: 404, rpc: 'not_found' },
  session_ambiguous: {
    meaning: 'Several tenants or partners use this session id; name both.',
    retryable: false,
    http: 409,
    rpc: 'failed_precondition',
  },
  output_unwritable: {
    meaning: 'The folder for the results cannot be written.',
    retryable: true,
    http: 500,
    rpc: 'internal',
  },
  address_unusable: {
    meaning: 'The service cannot listen where it is told to.',
    retryable: true,
    http: 500,
    rpc: 'internal',
  },
  service_unavailable: {
    meaning: 'A command found no service that answers as it should.',
    retryable: true,
    http: 503,
    rpc: 'unavailable',
  },
  internal: { meaning: 'A defect of Tieout.', retryable: false, http: 500, rpc: 'internal' },
  invalid_request: {
    meaning: 'A request breaks a rule of the contract; every problem is listed with its path.',
    retryable: false,
    http: 422,
    rpc: 'invalid_argument',
  },
  unauthenticated: {
    meaning: 'The request carries no valid token.',
    retryable: false,
    http: 401,
    rpc: 'unauthenticated',
  },
  forbidden: {
    meaning: 'The caller has not the role that the call needs, or acts for some branches where the call is about all.',
    retryable: false,
    http: 403,
    rpc: 'permission_denied',
  },
  origin_refused: {
    meaning:
      'A page of another origin, or of a host that TIEOUT_CONSOLE_ORIGIN does not name, made the call in a browser.',
    retryable: false,
    http: 403,
    rpc: 'permission_denied',
  },
  callers_unavailable: {
    meaning: 'The issuer of tokens (TIEOUT_OIDC_ISSUER) cannot be asked for its keys.',
    retryable: true,
    http: 503,
    rpc: 'unavailable',
  },
  quota_used_up: {
    meaning: 'The caller has asked for as much as its quota allows.',
    retryable: true,
    http: 429,
    rpc: 'resource_exhausted',
  },
  not_found: { meaning: 'There is no such path.', retryable: false, http: 404, rpc: 'not_found' },
  not_http: {
    meaning: 'What came on the connection is no HTTP request.',
    retryable: false,
    http: 400,
    rpc: 'invalid_argument',
  },
  request_too_slow: {
    meaning: 'The request did not come whole within the time for one.',
    retryable: true,
    http: 408,
    rpc: 'unavailable',
  },
  head_too_large: {
    meaning: 'The head of the request is longer than is read.',
    retryable: false,
    http: 431,
    rpc: 'resource_exhausted',
  },
  host_unusable: {
    meaning: 'The request has no usable Host header.',
    retryable: false,
    http: 400,
    rpc: 'invalid_argument',
  },
  expectation_unknown: {
    meaning: 'The request has an Expect header other than 100-continue.',
    retryable: false,
    http: 417,
    rpc: 'invalid_argument',
  },
  method_not_allowed: {
    meaning: 'The path exists, with another HTTP method.',
    retryable: false,
    http: 405,
    rpc: 'unimplemented',
  },
  body_too_large: {
    meaning: 'The body of a request has more bytes or more values than the limit.',
    retryable: false,
    http: 413,
    rpc: 'resource_exhausted',
  },
  answer_too_large: {
    meaning: 'The answer would be larger than the limit; ask for a smaller page or by a narrower filter.',
    retryable: false,
    http: 413,
    rpc: 'resource_exhausted',
  },
  unsupported_media_type: {
    meaning: 'The content type of a body is not one that the route takes.',
    retryable: false,
    http: 415,
    rpc: 'invalid_argument',
  },
  summary_unknown: {
    meaning: 'The session has no summary of that kind to recalculate.',
    retryable: false,
    http: 500,
    rpc: 'internal',
  },
  unsupported_domain: {
    meaning: 'Exceptions of this domain are not resolved here; TIEOUT_RESOLVE_DOMAINS says which are.',
    retryable: false,
    http: 501,
    rpc: 'unimplemented',
  },
  decision_impossible: {
    meaning: 'The domain cannot carry out this decision.',
    retryable: false,
    http: 422,
    rpc: 'invalid_argument',
  },
  not_built: {
    meaning: 'The request is valid, and this version does not do it yet; docs/status.md lists what.',
    retryable: false,
    http: 501,
    rpc: 'unimplemented',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERROR_KINDS;
