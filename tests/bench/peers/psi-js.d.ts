/**
 * The part of `@openmined/psi.js` that the benchmark uses. Declared here because the types are checked without the
 * package, which a benchmark installs.
 */
declare module '@openmined/psi.js/psi_wasm_worker.js' {
  interface Message {
    serializeBinary(): Uint8Array;
  }
  interface Client {
    createRequest(items: readonly string[]): Message;
    getIntersection(setup: Message, response: Message): number[];
    delete(): void;
  }
  interface Server {
    createSetupMessage(
      falsePositiveRate: number,
      clientItems: number,
      items: readonly string[],
      structure: unknown,
    ): Message;
    processRequest(request: Message): Message;
    delete(): void;
  }
  interface Library {
    client: { createWithNewKey(revealIntersection: boolean): Client };
    server: { createWithNewKey(revealIntersection: boolean): Server };
    dataStructure: { Raw: unknown };
  }
  export default function load(): Promise<Library>;
}

declare module '@openmined/psi.js/psi_wasm_node.js' {
  export { default } from '@openmined/psi.js/psi_wasm_worker.js';
}
