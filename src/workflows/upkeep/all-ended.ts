// Parallel tasks of which none may go on after a failure: the clean-up after it would race with writes still under way.

/** The answers once all have ended. Throws the first failure in the order given. */
export async function allEnded<Works extends readonly unknown[]>(
  works: readonly [...Works],
): Promise<{ -readonly [K in keyof Works]: Awaited<Works[K]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
