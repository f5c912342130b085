// What a screen is given.

export interface ScreenProps {
  readonly tenant: string;
  readonly partner: string;
  readonly session: string;
}
