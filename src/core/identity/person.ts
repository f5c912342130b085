// A person as a request or a provider tells of one: names in parts or whole, a day of birth that may lack its day or
// month, and what else there is. Nothing of it is needed but what a check asks for.

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

/** The name as a whole; empty where there is none. */
export function wholeName({ firstName, middleName, lastName, fullName }: Person): string {
  const parts = [firstName, middleName, lastName].map((part) => part?.trim()).filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : (fullName?.trim() ?? '');
}

/** m or f, from the usual words; null for any other. */
export function genderOf(text: string | undefined): 'male' | 'female' | null {
  const word = (text ?? '').trim().toLowerCase();
  if (['m', 'male', 'man'].includes(word)) return 'male';
  return ['f', 'female', 'woman'].includes(word) ? 'female' : null;
}
