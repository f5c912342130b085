// How many rows or candidates a hot function is given at a time. A function that is called often is compiled once, as a
// whole; one long loop is compiled again in every account, while it runs (measured on eight accounts in two threads: a
// tenth of the processor time of early runs).

export const BATCH = 1024;
