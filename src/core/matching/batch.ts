// How many rows or candidates a hot function is given at a time. V8 compiles a function that is called often once; it
// compiles one long loop again in every account while the loop runs. That took a tenth of the processor time of early
// runs (eight accounts, two threads).

export const BATCH = 1024;
