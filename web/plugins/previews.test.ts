import { expect, test } from "vitest";
import { HEIGHT, PREVIEWS, renderer, WIDTH } from "./previews.ts";

test("each kind of link has a picture of the size that messengers show", async () => {
  const draw = await renderer();
  const pictures = Object.values(PREVIEWS).map((preview) => Buffer.from(draw(preview)));
  for (const picture of pictures) {
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([WIDTH, HEIGHT]);
    expect(picture.length).toBeLessThan(200_000);
  }
  expect(new Set(pictures.map((picture) => picture.toString("base64"))).size).toBe(pictures.length);
});
