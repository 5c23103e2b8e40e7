/** Column types shared by several tables. */
import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Bytes of any length. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
  // Both drivers return views of larger buffers; a copy lets those be freed.
  fromDriver: (value) => new Uint8Array(value),
});
/** A moment, with its time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
