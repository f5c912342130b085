// Exceptions by class: how many, and a step to them alone.

import { h, type JSX } from 'preact';
import { shown } from '../../parts/loaded.ts';
import { plainTable } from '../../parts/plain-table.ts';
import { reporting } from '../../state/clients.ts';
import { useLoad } from '../../state/load.ts';
import { adjust } from '../../state/route.ts';
import { classWords } from '../../words/classes.ts';
import { count } from '../../words/money.ts';
import type { ScreenProps } from '../screen.ts';
import { type Filters, queryOf } from './cluster-list.ts';

export function Groups({ place, filters }: { place: ScreenProps; filters: Filters }): JSX.Element {
  const key = `groups ${JSON.stringify(place)} ${JSON.stringify(filters)}`;
  const loaded = useLoad(key, () =>
    reporting.queryClusters({ ...queryOf(place, filters), clusterTypes: [], pageSize: 1 }),
  );
  return shown(loaded, ({ facets }) =>
    plainTable({
      caption: 'Exceptions by class',
      items: facets?.clusterTypes ?? [],
      columns: [
        {
          title: 'Class',
          cell: ({ value }) =>
            h(
              'button',
              { type: 'button', class: 'quiet line', onClick: () => adjust({ class: value, cluster: undefined }) },
              classWords(value),
            ),
        },
        { title: 'Exceptions', isEnd: true, cell: ({ clusters }) => count(clusters) },
      ],
    }),
  );
}
