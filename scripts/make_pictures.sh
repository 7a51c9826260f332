#!/usr/bin/env bash
# Makes the pictures of README and docs anew, with the program itself: report pages photographed in Chromium, and charts
# by `alembert plot`. make_pictures.sh [COMMAND [FOLDER]]
set -euo pipefail
root=$(realpath "$(dirname "$0")/..")
command=$(realpath "${1:-$root/build/bin/alembert}")
folder=$(realpath -m "${2:-$root/docs/pictures}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$folder"

report() {  # MODEL OPTIONS...: runs it and writes its page
  "$command" run "$root/models/$1.yaml" -o "$scratch/$1" --report --quiet "${@:2}"
}
photograph() {  # PAGE PICTURE OPTIONS...
  (cd "$root/viewer" && node tools/picture.mjs "$scratch/$1" "$folder/$2" "${@:3}")
}

report slider_crank
photograph slider_crank/report.html slider_crank.png time=0.5 height=760
photograph slider_crank/report.html integrator.png tab=integrator height=900
"$command" plot "$scratch/slider_crank" crank_angle rod_angle spring_force -o "$folder/plot.png" --quiet
report double_four_bar
photograph double_four_bar/report.html double_four_bar.png time=0.35 height=640
"$command" run "$root/models/abs_brake.yaml" -o "$scratch/abs" --quiet
"$command" plot "$scratch/abs" speed wheel_speed slip -o "$folder/abs.png" --quiet
"$command" run "$root/models/abs_brake.yaml" --set abs=0 -o "$scratch/locked" --quiet
"$command" plot "$scratch/locked" speed wheel_speed slip -o "$folder/abs_locked.png" --quiet
report planetary_gear
photograph planetary_gear/report.html planetary_gear.png time=0.8 height=640
report tube_frame
photograph tube_frame/report.html tube_frame.png time=0.62 height=760
report four_cylinder_engine --end 0.05
photograph four_cylinder_engine/report.html four_cylinder_engine.png time=0.03 height=640
report governor
photograph governor/report.html governor.png time=2 height=640 theme=dark
"$command" modes "$root/models/bicycle.yaml" --set push=0 -o "$scratch/modes" --report --quiet
photograph modes/report.html modes.png time=0.5 height=760
"$command" compare "$root/models/slider_crank.yaml" -o "$scratch/compare" --quiet \
  --methods newmark,nstiff,hht,hht_si2,gen_alpha_soi2,tangent --steps 0.02,0.01,0.005,0.0025
photograph compare/compare.html work_precision.png width=1100 height=1130
