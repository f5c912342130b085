// Lists that the service answers page by page, read to their end.

interface Page<T> {
  readonly items: readonly T[];
  readonly nextPageToken?: string;
}

/** `most`: reading ends once so many are there. */
export async function allPages<T>(
  ask: (pageToken: string) => Promise<Page<T>>,
  most = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const items: T[] = [];
  for (let token: string | undefined = ''; token !== undefined && items.length < most; ) {
    const page: Page<T> = await ask(token);
    for (const item of page.items) items.push(item);
    token = page.nextPageToken || undefined;
  }
  return items;
}
