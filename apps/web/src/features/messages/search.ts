/** The filters of the message log in the URL, unchecked: the screen, which is loaded later, knows their valid values. */
export interface MessagesSearch {
  readonly q?: string;
  readonly person?: string;
  readonly channel?: string;
  readonly outcome?: string;
  readonly service?: string;
  readonly team?: string;
  readonly group?: string;
  /** `webhooks`: what steps of policies called, not what people were sent. */
  readonly kind?: string;
  /** Days in the reader’s zone, both inclusive. */
  readonly from?: string;
  readonly to?: string;
}

/** All text of the address; the router reads a bare number as a number. */
export const searchFrom = (values: Record<string, unknown>): MessagesSearch =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' || typeof value === 'number' ? [[name, `${value}`]] : [])),
  );
