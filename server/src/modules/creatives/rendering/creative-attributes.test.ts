import { expect, test } from "vitest";
import { creativeAttributes } from "./creative-attributes.ts";

test.each([
  ["a plain banner", `<a id="ad"><img src="data:,"></a><script>timeline.play()</script>`, []],
  ["a silent video that plays at once", `<video autoplay muted src="data:,"></video>`, [6]],
  ["a video with sound that plays at once", `<video autoplay src="data:,"></video>`, [1, 6]],
  ["a video that waits for a click", `<video controls src="data:,"></video>`, [2, 7]],
  ["a video that a script makes", `<script>v=document.createElement("video");v.muted=true;v.play()</script>`, [6]],
  ["sound without a video", `<script>new Audio(a).play()</script>`, [1]],
  ["a box that interrupts", `<script>alert("You won")</script>`, [14]],
])("%s", (_, html, attributes) => {
  expect(creativeAttributes(html)).toEqual(attributes);
});
