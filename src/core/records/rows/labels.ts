// Numbers recurring names (accounts, currencies, files) in order of first appearance.

export class Labels {
  readonly list: string[] = [];
  readonly #places = new Map<string, number>();

  place(label: string): number {
    let place = this.#places.get(label);
    if (place === undefined) this.#places.set(label, (place = this.list.push(label) - 1));
    return place;
  }
}
