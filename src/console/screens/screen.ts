// The properties of every screen: its place.

export interface ScreenProps {
  readonly tenant: string;
  readonly partner: string;
  readonly session: string;
}
