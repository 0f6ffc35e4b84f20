/** Every zone that the browser knows. `also`: one that it may not know. */
export const ZoneOptions = ({ also }: { also: string }) =>
  [...new Set([also, ...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((zone) => <option key={zone}>{zone}</option>);
