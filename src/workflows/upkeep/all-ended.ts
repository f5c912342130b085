// Several works at once of which nothing may go on behind a failure: whoever sweeps up after it would race with what is
// still being written.

/** The answers once all have ended. Throws the first failure in the order given. */
export async function allEnded<Works extends readonly unknown[]>(
  works: readonly [...Works],
): Promise<{ -readonly [K in keyof Works]: Awaited<Works[K]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
