// Is there a graphics processor? Browsers without one draw 3D pictures in software, which needs other tricks to be fast.
// A page opened with #graphics=hardware does not ask, so that tests can see what most users see.

let answer: boolean | null = null;

export function drawsInSoftware(): boolean {
  if (answer !== null) return answer;
  if (location.hash === "#graphics=hardware") return (answer = false);
  const gl = document.createElement("canvas").getContext("webgl2");
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = gl && info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  answer = /swiftshader|llvmpipe|software|basic render/i.test(name);
  return answer;
}
