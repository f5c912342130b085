// A person as a request or a provider describes one: the name in parts or whole, a birth date that may lack day or
// month, and more. Only what a check needs is required.

export interface Person {
  readonly firstName?: string | undefined;
  readonly middleName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly fullName?: string | undefined;
  readonly dateOfBirth?: string | undefined;
  readonly gender?: string | undefined;
  readonly nationality?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly aliases?: readonly string[];
  readonly identifiers?: readonly PersonIdentifier[];
}

export interface PersonIdentifier {
  readonly type?: string | undefined;
  readonly value?: string | undefined;
  readonly country?: string | undefined;
}

/** The whole name; empty if there is none. */
export function wholeName({ firstName, middleName, lastName, fullName }: Person): string {
  const parts = [firstName, middleName, lastName].map((part) => part?.trim()).filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : (fullName?.trim() ?? '');
}

/** The gender named by a usual word; null for any other word. */
export function genderOf(text: string | undefined): 'male' | 'female' | null {
  const word = (text ?? '').trim().toLowerCase();
  if (['m', 'male', 'man'].includes(word)) return 'male';
  return ['f', 'female', 'woman'].includes(word) ? 'female' : null;
}
